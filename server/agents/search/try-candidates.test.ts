import { expect, test } from 'vitest';
import type { Candidate } from '#lib/repair/mutate/candidate.ts';
import type { Placed, Trial } from './attempt.ts';
import { type Listeners, tryCandidates } from './try-candidates.ts';

const listeners: Listeners = { onTried: () => undefined, keep: async () => undefined };

const candidates = Array.from({ length: 30 }, (_, at): Candidate => {
  const place = { path: 'src/ring.c', line: at + 1, before: 'a < b', after: 'a <= b' };
  return { id: `${at}`, operators: ['relation'], edits: [], priority: 30 - at, ...place };
});

const failed = (one: Placed) => ({ ...one, fate: 'does not build', mended: [], newWarnings: 0 }) as const;

/** Works on its candidates until it is stopped, and then says that none of them builds. */
function endless(stopped: AbortSignal): Trial {
  return {
    async *try(placed) {
      await new Promise((resolve) => stopped.addEventListener('abort', resolve));
      for (const one of placed) yield failed(one);
    },
  };
}

test('what is under way when the time is over is stopped, and says nothing of its candidates', async () => {
  const over = new AbortController();
  const budget = { candidates: 30, milliseconds: 50, signal: AbortSignal.timeout(20_000), stop: () => over.abort() };
  const trials = [endless(over.signal), endless(over.signal), endless(over.signal)];
  expect(await tryCandidates(trials, candidates, budget, [], listeners)).toEqual({ tried: [], ended: 'budget' });
});

test('a search that gets to its end in time tries everything', async () => {
  const budget = {
    candidates: 100,
    milliseconds: 20_000,
    signal: AbortSignal.timeout(20_000),
    stop: expect.unreachable,
  };
  const trial: Trial = {
    async *try(placed) {
      for (const one of placed) yield failed(one);
    },
  };
  const { tried, ended } = await tryCandidates([trial], candidates, budget, [], listeners);
  expect([tried.map(({ position }) => position), ended]).toEqual([candidates.map((_, at) => at + 1), 'all tried']);
});
