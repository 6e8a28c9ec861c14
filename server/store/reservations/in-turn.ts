import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { DomainError } from '#lib/errors.ts';
import { inLine } from './line.ts';
import { overlapConflict } from './overlap-conflict.ts';

/** Two windows on one board that overlap. */
const exclusionViolation = '23P01';

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
  const begin = `BEGIN; SELECT pg_advisory_xact_lock(hashtext('firmloop reservations'))`;
  return await inLine(() => inTransaction(pool, begin, work, mostTries));
}

/**
 * The same beside others, for what needs no turn because it takes nothing that anybody waits for: that of one board no two
 * windows overlap is the database's to see to. Null when somebody else was faster: then it is done in turn.
 */
export async function beside<T>(pool: Pool, work: (turn: Turn) => Promise<T | null>): Promise<T | null> {
  return await inLine(() => inTransaction(pool, 'BEGIN', work, 1)).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'CONFLICT') return null;
    throw error;
  });
}

async function inTransaction<T>(
  pool: Pool,
  begin: string,
  work: (turn: Turn) => Promise<T>,
  tries: number,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(begin);
    const { rows } = await client.query<{ now: number }>(
      'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now',
    );
    const result = await work({ client, now: rows[0]?.now ?? 0 });
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    if (!(error instanceof DatabaseError) || error.code !== exclusionViolation) throw error;
    if (tries <= 1) throw await overlapConflict(client, error);
  } finally {
    client.release();
  }
  return await inTransaction(pool, begin, work, tries - 1);
}
