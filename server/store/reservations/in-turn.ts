import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { z } from 'zod';
import { inLine } from './line.ts';
import { overlapConflict } from './overlap-conflict.ts';

/** Two windows on one board that overlap, and a deadlock: two who write such windows at once, each waiting for the other. */
const overlaps = ['23P01', '40P01'];

/** One transaction on reservations, with the database's time at its beginning, epoch milliseconds. */
export interface Turn {
  readonly client: PoolClient;
  readonly now: number;
}

/** So often something is tried whose board somebody else has just been given. */
const mostTries = 4;

/**
 * Does something with reservations, one after the other over all processes: who decides sees what those before have decided.
 * Should two windows overlap all the same, the database refuses; it is tried again, and at last CONFLICT names who has the board.
 */
export async function inTurn<T>(pool: Pool, work: (turn: Turn) => Promise<T>): Promise<T> {
  return await inLine(() => inTransaction(pool, work, mostTries));
}

/**
 * Does beside others what needs no turn because it takes nothing that anybody waits for, in statements that each stand for
 * themselves: that of one board no two windows overlap is the database's to see to. Null when somebody else was faster.
 */
export async function beside<T>(work: () => Promise<T | null>): Promise<T | null> {
  return await inLine(work).catch((error: unknown) => {
    if (isOverlap(error)) return null;
    throw error;
  });
}

async function inTransaction<T>(pool: Pool, work: (turn: Turn) => Promise<T>, tries: number): Promise<T> {
  const client = await pool.connect();
  try {
    const result = await work({ client, now: await begin(client) });
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    if (!isOverlap(error)) throw error;
    if (tries <= 1) throw await overlapConflict(client, error);
  } finally {
    client.release();
  }
  return await inTransaction(pool, work, tries - 1);
}

/** Waits for the turn; gives the time at which it came. */
async function begin(client: PoolClient): Promise<number> {
  const answers: unknown = await client.query(
    `BEGIN; SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now
     FROM pg_advisory_xact_lock(hashtext('firmloop reservations'))`,
  );
  return turnCame.parse(answers)[1].rows[0].now;
}

const turnCame = z.tuple([z.unknown(), z.object({ rows: z.tuple([z.object({ now: z.number() })]) })]);

function isOverlap(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && error.code !== undefined && overlaps.includes(error.code);
}
