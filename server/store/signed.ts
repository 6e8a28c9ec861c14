import type { Pool, PoolClient } from 'pg';
import type { Json } from '#lib/engine/json.ts';
import { jsonb } from './jsonb.ts';

/** Which way something came in: a browser, the command line, a program with a token, a runner. */
export type Door = 'web' | 'cli' | 'api' | 'runner';

/** Who asks for what a transaction does. */
export interface Signature {
  readonly actor: string;
  readonly door: Door;
  /** The client's address where it is known. */
  readonly address: string | null;
  /** What else the audit log shall know of it. */
  readonly details?: { readonly [field: string]: Json };
}

/**
 * The same connections, each signed while it is used: what a transaction does is written to the audit log by triggers, in
 * that transaction, with this signature. For what people ask for; it costs two more round trips for each query.
 */
export function signed(pool: Pool, signature: Signature): Pool {
  const connect = () => signedClient(pool, jsonb({ ...signature }));
  const query = async (...asked: Parameters<PoolClient['query']>) => {
    const client = await connect();
    try {
      return await client.query(...asked);
    } finally {
      client.release();
    }
  };
  return Object.create(pool, { connect: { value: connect }, query: { value: query } });
}

async function signedClient(pool: Pool, signature: string): Promise<PoolClient> {
  const client = await pool.connect();
  const give = client.release;
  // A connection whose signature could not be taken off is closed: nobody else may act under it.
  client.release = (broken) => {
    if (broken) return give(broken);
    sign(client, '').then(
      () => give(),
      () => give(true),
    );
  };
  await sign(client, signature).catch((error: unknown) => {
    client.release(true);
    throw error;
  });
  return client;
}

function sign(client: PoolClient, signature: string): Promise<unknown> {
  return client.query({
    name: 'sign',
    text: `SELECT set_config('firmloop.signature', $1, false)`,
    values: [signature],
  });
}
