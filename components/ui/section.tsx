import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type SectionProps = {
  title: string;
  /** What the title leaves open: a count, a range, a unit. */
  aside?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
};

/** A titled part of a page, parted by a line and not by a box. */
export function Section({ title, aside, actions, children, className }: SectionProps) {
  return (
    <section className={cx('flex min-w-0 flex-col gap-2', className)}>
      <header className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-semibold text-base">{title}</h2>
        {aside !== undefined && <div className="min-w-0 text-ink-muted text-sm">{aside}</div>}
        {actions !== undefined && <div className="ml-auto flex items-center gap-1">{actions}</div>}
      </header>
      {children}
    </section>
  );
}
