import { cx } from './cx.ts';

export type SkeletonProps = { className?: string };

/** A still, grey stand-in of the real shape while it loads. */
export function Skeleton({ className }: SkeletonProps) {
  return <div aria-hidden className={cx('h-4 rounded-sm bg-pressed', className)} />;
}

export type SkeletonRowsProps = { rows: number; label: string };

/** Rows of a table or list that is on its way. */
export function SkeletonRows({ rows, label }: SkeletonRowsProps) {
  return (
    <div role="status" aria-label={label} className="flex flex-col">
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div key={row} className="flex h-9 items-center gap-4 border-line border-b px-2 last:border-b-0">
          <Skeleton className="h-3 w-24" />
          <Skeleton className="h-3 flex-1" />
          <Skeleton className="h-3 w-14" />
        </div>
      ))}
    </div>
  );
}
