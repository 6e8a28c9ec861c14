import type { Pool } from 'pg';

/** A notification: its channel and its text. */
export type Hint = readonly [channel: string, text: string];

const waiting = new WeakMap<Pool, Hint[]>();

/**
 * Sends notifications after the commit that they speak of, all that have come together at once. Nobody waits for them, and
 * one that is lost does no harm: whoever listens also looks by itself.
 */
export function tell(pool: Pool, hints: readonly Hint[]): void {
  const underWay = waiting.get(pool);
  if (underWay !== undefined) {
    underWay.push(...hints);
    return;
  }
  const mine = [...hints];
  waiting.set(pool, mine);
  // Whoever has sent the step goes on with its answer first.
  setImmediate(() => void sendAll(pool, mine));
}

async function sendAll(pool: Pool, hints: Hint[]): Promise<void> {
  while (hints.length > 0) {
    const batch = hints.splice(0);
    await pool
      .query({
        name: 'tell',
        text: 'SELECT pg_notify(channel, said) FROM unnest($1::text[], $2::text[]) AS hint(channel, said)',
        values: [batch.map(([channel]) => channel), batch.map(([, text]) => text)],
      })
      .catch(() => undefined);
  }
  waiting.delete(pool);
}
