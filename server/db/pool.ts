import pg from 'pg';

const int8 = 20;

/** Our bigints (lengths, milliseconds, sequence numbers) stay far below 2^53, so they arrive as numbers. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format as 'text'),
};

/** Connections of one process. Statements carry a time-out so that no query can hang a loop. */
export function openPool(databaseUrl: string, options: { max: number; name: string }): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: options.max,
    application_name: options.name,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    types,
  });
  // An idle connection that the server cut is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined);
  return pool;
}
