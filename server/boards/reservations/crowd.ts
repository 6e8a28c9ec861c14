import type { Pool } from 'pg';
import { DomainError } from '#lib/errors.ts';
import { wishFor } from '../testing.ts';
import { extend } from './extend.ts';
import { release } from './release.ts';
import { reserve } from './reserve.ts';

export interface CrowdCount {
  /** Answers of any kind. */
  readonly operations: number;
  /** Reservations that were given. */
  readonly granted: number;
  /** What was neither done nor refused in a sentence. */
  readonly unclear: readonly string[];
}

/** Clients that reserve, extend and release boards of a type for a while, all at once; in the end nobody holds anything. */
export async function crowd(
  pool: Pool,
  { type, clients, ms }: { type: string; clients: number; ms: number },
): Promise<CrowdCount> {
  const until = performance.now() + ms;
  const unclear: string[] = [];
  let operations = 0;
  let granted = 0;

  async function answer<T>(ask: () => Promise<T>): Promise<T | null> {
    operations += 1;
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof DomainError)) unclear.push(String(error));
      return null;
    }
  }

  async function client(n: number): Promise<void> {
    const by = `client-${n}`;
    const actor = { by, manages: () => false, reason: '' };
    for (let round = 0; performance.now() < until; round += 1) {
      const minutes = 5 + ((n + round) % 20);
      const [ahead, several] = [(n + round) % 3 === 0, (n + round) % 5 === 0];
      const wish = wishFor(`${several ? 2 : 1} type=${type}`, {
        holder: by,
        minutes,
        wait: round % 4 === 0,
        from: ahead ? Date.now() + (1 + (n % 40)) * 60_000 : null,
      });
      const mine = await answer(() => reserve(pool, wish));
      if (mine === null) continue;
      if (mine.status !== 'queued') granted += 1;
      await answer(() => extend(pool, mine.id, { byMinutes: 1 + (round % 7) }, actor));
      await answer(() => release(pool, mine.id, actor));
    }
  }

  await Promise.all(Array.from({ length: clients }, (_, n) => client(n)));
  return { operations, granted, unclear };
}
