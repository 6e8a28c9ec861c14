import type { ReactNode } from 'react';

export type ToolbarProps = { label: string; children: ReactNode; end?: ReactNode };

/** Filters and view choices above a list. */
export function Toolbar({ label, children, end }: ToolbarProps) {
  return (
    <div role="toolbar" aria-label={label} className="flex min-h-8 flex-wrap items-center gap-2">
      {children}
      {end !== undefined && <div className="ml-auto flex items-center gap-2">{end}</div>}
    </div>
  );
}
