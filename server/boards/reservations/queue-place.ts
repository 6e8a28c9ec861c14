import type { Pool, PoolClient } from 'pg';
import { plan, positionOf } from '#lib/reservation/plan.ts';
import { candidates } from '#server/store/reservations/candidates.ts';
import { queued, waitingOf } from '#server/store/reservations/queue.ts';

export interface QueuePlace {
  /** 1 for who is next for any of the boards that it could take. */
  readonly position: number;
  /** When its turn comes at the earliest, epoch milliseconds; null while no board can be told. */
  readonly expected: number | null;
}

/** The places of everybody who waits, by id of the reservation. */
export async function queuePlaces(database: Pool | PoolClient, now: number): Promise<ReadonlyMap<string, QueuePlace>> {
  const queue = (await queued(database)).map(waitingOf);
  if (queue.length === 0) return new Map();
  const boards = await candidates(
    database,
    queue.flatMap(({ wants }) => wants),
    now,
  );
  const turns = plan(now, boards, queue);
  return new Map(turns.map(({ id, from }) => [id, { position: positionOf(boards, queue, id) ?? 1, expected: from }]));
}

/** The place of one that waits; null for one that does not. */
export async function queuePlace(database: Pool | PoolClient, id: string, now: number): Promise<QueuePlace | null> {
  return (await queuePlaces(database, now)).get(id) ?? null;
}
