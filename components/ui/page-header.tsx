import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type PageHeaderProps = {
  title: string;
  /** One line on what the page answers, or its numbers. */
  children?: ReactNode;
  actions?: ReactNode;
};

/** A page's title, its line of facts, and what can be done. */
export function PageHeader({ title, children, actions }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className={cx('flex min-w-0 flex-1 flex-col', children === undefined ? 'basis-40' : 'basis-60')}>
        <h1 className="wrap-anywhere font-semibold text-xl">{title}</h1>
        {children !== undefined && <div className="text-ink-muted text-sm">{children}</div>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}
