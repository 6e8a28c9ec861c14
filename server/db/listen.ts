import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

const pingEveryMs = 5_000;
const answerWithinMs = 4_000;
const firstDelayMs = 200;
const longestDelayMs = 5_000;

export interface ListenOptions {
  readonly channels: readonly string[];
  readonly onMessage: (channel: string, payload: string) => void;
  /** Called after each (re)connection: read the rows again, since notifications may have been missed. */
  readonly onConnected: () => void;
  /** Called when the connection is lost. */
  readonly onLost?: () => void;
  readonly signal: AbortSignal;
}

/**
 * Listens on channels until the signal aborts, and reconnects by itself. A notification is a hint, rows are the truth. A
 * connection that dies without a word is found by a ping.
 */
export async function listen(databaseUrl: string, options: ListenOptions): Promise<void> {
  let delay = firstDelayMs;
  while (!options.signal.aborted) {
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'firmloop-listen',
      connectionTimeoutMillis: answerWithinMs,
      query_timeout: answerWithinMs,
      keepAlive: true,
    });
    client.on('error', () => undefined);
    client.on('notification', ({ channel, payload }) => options.onMessage(channel, payload ?? ''));
    try {
      await client.connect();
      for (const channel of options.channels) await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      delay = firstDelayMs;
      options.onConnected();
      await pingUntilLost(client, options.signal);
    } catch {
      options.onLost?.();
    } finally {
      await client.end().catch(() => undefined);
    }
    await wait(delay * (0.5 + Math.random()), undefined, { signal: options.signal }).catch(() => undefined);
    delay = Math.min(delay * 2, longestDelayMs);
  }
}

async function pingUntilLost(client: pg.Client, signal: AbortSignal): Promise<void> {
  const ended = new AbortController();
  client.once('end', () => ended.abort());
  const either = AbortSignal.any([signal, ended.signal]);
  while (!signal.aborted) {
    await wait(pingEveryMs, undefined, { signal: either }).catch(() => undefined);
    if (ended.signal.aborted && !signal.aborted) throw new Error('the connection ended');
    if (!signal.aborted) await client.query('SELECT 1');
  }
}
