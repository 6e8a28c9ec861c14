import { DomainError } from '#lib/errors.ts';
import { listen } from '#server/db/listen.ts';
import { createBell } from '#server/runner/bell.ts';
import { type RunInBrief, runInBrief } from '#server/store/runs-in-brief.ts';
import { tunables } from './tunables.ts';
import type { StackUse } from './with-stack.ts';

/** Watches a run: calls `look` after each of its steps until that answers something. A notification is a hint, the row is the truth. */
export async function followRun<Answer>(
  { databaseUrl, pool }: Pick<StackUse, 'databaseUrl' | 'pool'>,
  runId: string,
  look: (run: RunInBrief) => Promise<Answer | undefined>,
  wake: AbortSignal,
): Promise<Answer> {
  const ended = new AbortController();
  const bell = createBell();
  const woken = () => bell.ring();
  wake.addEventListener('abort', woken);
  const listening = listen(databaseUrl, {
    channels: ['firmloop_run'],
    onMessage: (_, payload) => payload.startsWith(runId) && bell.ring(),
    onConnected: () => bell.ring(),
    signal: ended.signal,
  });
  try {
    let answeredAt = performance.now();
    for (;;) {
      try {
        const run = await runInBrief(pool, runId);
        if (run === null) throw new DomainError('NOT_FOUND', `The run ${runId} is gone.`);
        const answer = await look(run);
        if (answer !== undefined) return answer;
        answeredAt = performance.now();
      } catch (error) {
        if (!mayPass(error) || performance.now() - answeredAt > tunables.databaseGone) throw error;
      }
      await bell.wait(tunables.lookAgain, ended.signal);
    }
  } finally {
    wake.removeEventListener('abort', woken);
    ended.abort();
    await listening;
  }
}

/** A database that restarts is back in seconds, and the run has not noticed. */
function mayPass(error: unknown): boolean {
  return !(error instanceof DomainError || error instanceof TypeError);
}
