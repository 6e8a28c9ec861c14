import { CircleX } from 'lucide-react';
import { Button } from './button.tsx';

export type ErrorStateProps = {
  /** What happened, to which thing. */
  what: string;
  /** What the reader can do about it. */
  next?: string | undefined;
  /** Found again in the server's log. */
  traceId?: string | undefined;
  onRetry?: () => void;
};

/** Something could not be shown or done: what, which, what next, and a way to try again. */
export function ErrorState({ what, next, traceId, onRetry }: ErrorStateProps) {
  return (
    <div role="alert" className="flex items-start gap-3 border-bad-line border-l-2 bg-bad-soft px-3 py-2.5">
      <CircleX aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5 text-sm">
        <p className="wrap-anywhere font-medium">{what}</p>
        {next !== undefined && <p className="wrap-anywhere text-ink-muted">{next}</p>}
        {traceId !== undefined && <p className="tabular text-ink-muted text-xs">trace {traceId}</p>}
      </div>
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}
