import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { DomainError } from '#lib/errors.ts';

/** One attempt to connect, in milliseconds: a server that is further away than this is not usable anyway. */
const ATTEMPT_MS = 5_000;

/** Opens a connection for one piece of work and closes it again; a server that cannot be reached is a DomainError. */
export async function withClient<T>(databaseUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: ATTEMPT_MS });
  // The server may end the connection at any time; the query that is running then rejects by itself.
  client.on('error', () => undefined);
  await client.connect().catch((cause: unknown) => Promise.reject(unreachable(databaseUrl, cause)));
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Waits until the server accepts connections; when the signal fires, rejects with the reason of the last attempt. */
export async function waitForDatabase(databaseUrl: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      return await withClient(databaseUrl, async () => undefined);
    } catch (error) {
      if (signal.aborted) throw error;
      await delay(50, undefined, { signal }).catch(() => undefined);
    }
  }
}

function unreachable(databaseUrl: string, cause: unknown): DomainError {
  const place = URL.canParse(databaseUrl) ? new URL(databaseUrl).host : 'the address in DATABASE_URL';
  const why = cause instanceof AggregateError ? cause.errors.map(reason).join(', ') : reason(cause);
  return new DomainError('UNAVAILABLE', `Cannot reach the database at ${place}: ${why}.`, { cause });
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
