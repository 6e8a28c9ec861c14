import pg from 'pg';

const int8 = 20;

/**
 * A connection that waits for so long is closed. What the server has planned for one goes with it: the first steps on a new one
 * take 40 ms each instead of 5, so that a loop whose builds take minutes would pay for each of them.
 */
const idleMs = 15 * 60_000;

/** Our bigints (lengths, milliseconds, sequence numbers) stay far below 2^53, so they arrive as numbers. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format as 'text'),
};

/** Where, how many, and how long they wait, as every pool of ours has it. */
export function poolConfig(databaseUrl: string, { max, name }: { max: number; name: string }): pg.PoolConfig {
  return {
    connectionString: databaseUrl,
    max,
    application_name: name,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: idleMs,
    statement_timeout: 30_000,
    query_timeout: 35_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
  };
}

/**
 * Connections of one process. Statements carry a time-out so that no query can hang a loop; the server ends them, and where
 * no word comes from it any more, such as behind a network that swallows everything, the client does.
 */
export function openPool(databaseUrl: string, options: { max: number; name: string }): pg.Pool {
  const pool = new pg.Pool({ ...poolConfig(databaseUrl, options), types });
  // A connection that the server cut is replaced at the next query, and a query that runs rejects by itself. Without a
  // listener the word would end the process, that of an idle connection as well as that of one between two queries.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
