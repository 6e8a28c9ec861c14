import type { Pool } from 'pg';

/** A notification: its channel and its text. */
export type Hint = readonly [channel: string, text: string];

/** Only pages hear these, and people do not see whether they come a moment later. */
const unhurried: ReadonlySet<string> = new Set(['firmloop_run', 'firmloop_log']);
const unhurriedMs = 40;

function isUrgent([channel]: Hint): boolean {
  return !unhurried.has(channel);
}

interface Told {
  hints: Hint[];
  isSending: boolean;
  /** Of those that may wait for more. */
  timer?: NodeJS.Timeout;
}

const tellings = new WeakMap<Pool, Told>();

/**
 * Sends notifications after the commit that they speak of, all that have come together at once: each wakes every connection
 * that listens. Nobody waits for them, and one that is lost does no harm: whoever listens also looks by itself.
 */
export function tell(pool: Pool, hints: readonly Hint[]): void {
  if (hints.length === 0) return;
  const told = tellings.get(pool) ?? { hints: [], isSending: false };
  tellings.set(pool, told);
  told.hints.push(...hints);
  // Whoever has sent the step goes on with its answer first.
  if (hints.some(isUrgent)) setImmediate(() => void sendAll(pool, told));
  else sendSoon(pool, told);
}

function sendSoon(pool: Pool, told: Told): void {
  told.timer ??= setTimeout(() => void sendAll(pool, told), unhurriedMs);
}

/** Whoever is sending already takes what has come meanwhile, or has it sent soon. */
async function sendAll(pool: Pool, told: Told): Promise<void> {
  clearTimeout(told.timer);
  delete told.timer;
  if (told.isSending || told.hints.length === 0) return;
  told.isSending = true;
  do {
    const batch = told.hints;
    told.hints = [];
    await pool
      .query({
        name: 'tell',
        text: 'SELECT pg_notify(channel, said) FROM unnest($1::text[], $2::text[]) AS hint(channel, said)',
        values: [batch.map(([channel]) => channel), batch.map(([, text]) => text)],
      })
      .catch(() => undefined);
  } while (told.hints.some(isUrgent));
  told.isSending = false;
  if (told.hints.length > 0) sendSoon(pool, told);
}
