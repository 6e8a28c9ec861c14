import type { Pool } from 'pg';
import type { Board } from '#lib/boards/board.ts';
import { DomainError } from '#lib/errors.ts';
import { reservationsWhere } from '#server/store/reservations/reservation-row.ts';

/** Who has a board now, under which lease, and until when. */
export interface Holding {
  readonly leaseId: string;
  readonly holder: string;
  readonly sharedWith: readonly string[];
  readonly runNumber: number | null;
  readonly purpose: string;
  /** Epoch milliseconds. */
  readonly until: number;
}

/** Null for a board that nobody has. */
export async function holdingOf(pool: Pool, boardId: string): Promise<Holding | null> {
  const [row] = await reservationsWhere(
    pool,
    `r.status = 'held' AND EXISTS (SELECT 1 FROM reservation_board w WHERE w.reservation_id = r.id AND w.board_id = $1 AND w.released_at IS NULL)`,
    [boardId],
  );
  if (row?.lease == null) return null;
  const { holder, sharedWith, runNumber, purpose, lease } = row;
  return { leaseId: lease.id, holder, sharedWith, runNumber, purpose, until: lease.expiresAt };
}

/** Whether somebody may work with a board under this holding. A run's board is the run's alone. */
export function mayUse(holding: Holding | null, actor: string): boolean {
  return (
    holding !== null && holding.runNumber === null && (holding.holder === actor || holding.sharedWith.includes(actor))
  );
}

/** The lease that somebody works with a board under. Throws REFUSED naming who has it. */
export async function leaseFor(pool: Pool, board: Board, actor: string): Promise<string> {
  const holding = await holdingOf(pool, board.id);
  if (holding !== null && mayUse(holding, actor)) return holding.leaseId;
  const whose = holding === null ? 'nobody has it reserved' : `${holding.holder} has it`;
  throw new DomainError('REFUSED', `You do not have ${board.name}: ${whose}.`, { next: 'Reserve it first.' });
}

/** The lease for what may also be done to a board that nobody has, by who manages it: null then. Throws REFUSED. */
export async function leaseOrFree(
  pool: Pool,
  board: Board,
  { actor, manages }: { actor: string; manages: boolean },
): Promise<string | null> {
  const holding = await holdingOf(pool, board.id);
  return holding === null && manages ? null : await leaseFor(pool, board, actor);
}
