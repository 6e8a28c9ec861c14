import type { Logger } from 'pino';
import { type Bell, createBell } from './bell.ts';

/**
 * Does something again and again until the signal aborts. `work` may answer after how many milliseconds it wants to be
 * called next; a bell calls it at once. A failure never ends the loop; of equal failures in a row only the first is logged.
 */
export async function loop(
  name: string,
  everyMs: number,
  work: () => Promise<number | null>,
  options: { signal: AbortSignal; log: Pick<Logger, 'warn' | 'info'>; bell?: Bell },
): Promise<void> {
  const bell = options.bell ?? createBell();
  let failing: string | null = null;
  while (!options.signal.aborted) {
    let next = everyMs;
    try {
      next = (await work()) ?? everyMs;
      if (failing !== null) options.log.info({ loop: name }, 'works again');
      failing = null;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (message !== failing) options.log.warn({ loop: name, err: error }, 'failed; it is tried again');
      failing = message;
    }
    await bell.wait(Math.max(next, 1), options.signal);
  }
}
