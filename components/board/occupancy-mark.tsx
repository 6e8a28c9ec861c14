import { Circle, CircleUser, Clock3, type LucideIcon } from 'lucide-react';
import { Link } from '#components/ui/link.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { Occupancy } from '#lib/boards/board.ts';
import type { BoardFace, BoardHold } from './types.ts';

/** Told apart from health by their own shapes. */
const icons = { free: Circle, reserved: Clock3, 'in use': CircleUser } as const satisfies Record<Occupancy, LucideIcon>;

/** Who has a board, until when, or from when somebody will. */
export function OccupancyMark({ board }: { board: Pick<BoardFace, 'occupancy' | 'held' | 'next'> }) {
  const { occupancy, held, next } = board;
  const Icon = icons[occupancy];
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 text-sm">
      <Icon aria-hidden className="size-3.5 shrink-0 text-ink-muted" />
      {held !== null && (
        <span className="truncate">
          <Holder hold={held} /> <span className="text-ink-muted">ends</span> <RelativeTime at={held.to} />
        </span>
      )}
      {held === null && next !== null && (
        <span className="truncate">
          <span className="text-ink-muted">free, reserved</span> <RelativeTime at={next.from} />
        </span>
      )}
      {held === null && next === null && <span className="text-ink-muted">free</span>}
    </span>
  );
}

/** A person by name, a run as a link. */
export function Holder({ hold }: { hold: Pick<BoardHold, 'holder' | 'runNumber'> }) {
  if (hold.runNumber === null) return <span>{hold.holder}</span>;
  return (
    <Link href={`/runs/${hold.runNumber}`} className="relative z-1">
      run #{hold.runNumber}
    </Link>
  );
}
