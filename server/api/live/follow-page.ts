import { setTimeout as delay } from 'node:timers/promises';
import { changeBetween } from '#lib/changes/change.ts';
import type { Services } from '../services.ts';
import { tunables } from '../tunables.ts';
import { readTogether } from './read-together.ts';

/**
 * A run's page, and then, whenever the run has moved, what has changed since the message before: each is to be applied to
 * what the one before it led to. Whoever opens the stream anew gets the whole page again, so nothing is missing after a gap.
 * Also says that something was written to a log of the run, and that the connection to the database was lost.
 */
export async function* followPage(services: Services, runId: string, signal: AbortSignal) {
  // Listening begins before the page is read: what happens in between is heard.
  const hints = services.hub.hints(runId, signal);
  let known = await readTogether(services, runId);
  yield { kind: 'page' as const, page: known };
  for await (const { kind } of hints) {
    if (kind === 'log' || kind === 'lost') {
      yield { kind };
      continue;
    }
    const page = await readTogether(services, runId);
    const change = changeBetween(known, page);
    known = page;
    yield { kind: 'change' as const, change };
    // An end of the stream ends the wait; the loop sees it.
    await delay(tunables.pagePace, undefined, { signal }).catch(() => undefined);
  }
}
