'use client';

import { Switch as Primitive } from 'radix-ui';
import { useId } from 'react';

export type SwitchProps = {
  label: string;
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
};

/** Something that is on or off at once, with its words beside it. */
export function Switch({ label, hint, checked, onChange, disabled = false }: SwitchProps) {
  const id = useId();
  return (
    <label htmlFor={id} className="flex min-h-6 items-start gap-2.5">
      <Primitive.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        className="relative mt-0.5 h-4.5 w-8 shrink-0 rounded-full border border-line-strong bg-sunken transition-colors before:absolute before:-inset-1 disabled:opacity-50 data-[state=checked]:border-ink data-[state=checked]:bg-ink"
      >
        <Primitive.Thumb className="block size-3 translate-x-0.5 rounded-full bg-ink-muted transition-transform data-[state=checked]:translate-x-4 data-[state=checked]:bg-ink-inverse" />
      </Primitive.Root>
      <span className="flex flex-col text-base">
        {label}
        {hint !== undefined && <span className="text-ink-muted text-xs">{hint}</span>}
      </span>
    </label>
  );
}
