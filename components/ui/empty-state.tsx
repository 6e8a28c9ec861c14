import type { ReactNode } from 'react';

export type EmptyStateProps = {
  title: string;
  /** What this place will show once there is something. */
  children: ReactNode;
  /** The one action to begin with. */
  action?: ReactNode;
};

/** A place with nothing in it yet: what it is, and how to begin. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-start gap-2 border-line border-y py-6">
      <p className="font-medium text-base">{title}</p>
      <div className="max-w-prose text-ink-muted text-sm">{children}</div>
      {action !== undefined && <div className="pt-1">{action}</div>}
    </div>
  );
}
