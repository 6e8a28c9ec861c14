import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { overlapConflict } from './overlap-conflict.ts';

/** Two windows on one board that overlap. */
const exclusionViolation = '23P01';

/** One transaction on reservations, with the database's time at its beginning, epoch milliseconds. */
export interface Turn {
  readonly client: PoolClient;
  readonly now: number;
}

/**
 * Does something with reservations, one after the other over all processes: who decides sees what those before have decided.
 * Should two windows overlap all the same, the database refuses, and CONFLICT names who has the board.
 */
export async function inTurn<T>(pool: Pool, work: (turn: Turn) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(`BEGIN; SELECT pg_advisory_xact_lock(hashtext('firmloop reservations'))`);
    const { rows } = await client.query<{ now: number }>(
      'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now',
    );
    const result = await work({ client, now: rows[0]?.now ?? 0 });
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    if (error instanceof DatabaseError && error.code === exclusionViolation) throw await overlapConflict(client, error);
    throw error;
  } finally {
    client.release();
  }
}
