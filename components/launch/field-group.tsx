import type { ReactNode } from 'react';

export type FieldGroupProps = { title: string; children: ReactNode };

/** Fields that belong together, two beside each other where there is room. */
export function FieldGroup({ title, children }: FieldGroupProps) {
  return (
    <fieldset className="grid min-w-0 items-start gap-x-4 gap-y-3 border-line border-t pt-3 sm:grid-cols-2">
      <legend className="float-left font-semibold text-base sm:col-span-2">{title}</legend>
      {children}
    </fieldset>
  );
}
