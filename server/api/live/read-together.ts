import { runPage } from '#server/store/pages/run-page.ts';
import { presentPage } from '../history/read-page.ts';
import type { Services } from '../services.ts';

type Page = Awaited<ReturnType<typeof presentPage>>;

const asked = new Map<string, Promise<Page>>();

/**
 * A run's page as it is. Those who ask for it in the same moment, as all its readers do when it has moved, share one reading,
 * which begins only after the last of them has asked: nothing that any of them has heard of is missing in it.
 */
export function readTogether(services: Services, runId: string): Promise<Page> {
  const shared = asked.get(runId);
  if (shared !== undefined) return shared;
  const reading = new Promise((resolve) => setImmediate(resolve)).then(async () => {
    asked.delete(runId);
    return await presentPage(services, await runPage(services.pool, runId));
  });
  asked.set(runId, reading);
  return reading;
}
