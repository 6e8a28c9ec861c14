import type { Pool, PoolClient } from 'pg';
import { type Asked, askAndGrant } from '#server/store/reservations/ask.ts';
import type { Candidate } from '#server/store/reservations/candidates.ts';

export interface Reserved {
  readonly id: string;
  readonly number: number;
  /** `held`: yours from now on · `booked`: at its time · `queued`: when its turn comes. */
  readonly status: 'held' | 'booked' | 'queued';
  /** Names, in the order of the wants; none while it waits. */
  readonly boards: readonly string[];
  readonly lease: string | null;
  /** Epoch milliseconds; null while it waits. */
  readonly from: number | null;
  readonly to: number | null;
  /** Of one that waits: its place among those who want the same boards, and when its turn comes at the earliest. */
  readonly position: number | null;
  readonly expected: number | null;
}

/** Writes down that somebody has these of the boards: for the time that they ask for, which has come or not. */
export async function give(
  database: Pool | PoolClient,
  asked: Asked,
  { boardIds, boards, begins }: { boardIds: readonly string[]; boards: readonly Candidate[]; begins: boolean },
): Promise<Reserved> {
  const { id, number, lease } = await askAndGrant(database, asked, { boardIds, begins });
  return {
    id,
    number,
    status: begins ? 'held' : 'booked',
    boards: boardIds.flatMap((one) => boards.find((board) => board.id === one)?.name ?? []),
    lease,
    from: asked.startsAt,
    to: asked.startsAt + asked.minutes * 60_000,
    position: null,
    expected: null,
  };
}
