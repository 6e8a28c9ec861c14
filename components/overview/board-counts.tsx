import { Link } from '#components/ui/link.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';

export type BoardCountsProps = {
  counts: { total: number; inUse: number; free: number; outOfService: number; waiting: number };
};

/** How busy the farm is, in a line. */
export function BoardCounts({ counts: { total, inUse, free, outOfService, waiting } }: BoardCountsProps) {
  return (
    <p className="tabular flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <ToneMark tone="busy">
        {inUse} of {total} in use
      </ToneMark>
      <ToneMark tone="good">{free} free</ToneMark>
      {outOfService > 0 && <ToneMark tone="attention">{outOfService} out of service</ToneMark>}
      {waiting > 0 && <span className="text-ink-muted">{waiting} waiting</span>}
      <Link href="/boards?view=timeline">Timeline</Link>
    </p>
  );
}
