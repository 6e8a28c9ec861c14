import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomRun, type World } from '../testing/random-run.ts';
import type { ScriptedRun } from '../testing/scripted.ts';
import { brainSessionEvents } from './events.ts';
import { brainSession } from './index.ts';
import { begun, contextOf, deploys } from './testing/script.ts';

const world: World = {
  events: brainSessionEvents,
  failures: ['TIMEOUT', 'ACTIVITY_LOST', 'UNHANDLED_EXCEPTION', 'MODEL_FAILURE'],
  known: (run: ScriptedRun) => {
    const { refinement, judging } = contextOf(run);
    return { shown: refinement?.shown ?? 'nothing', about: judging.subject };
  },
};

test('a session in which anything happens ends or waits, keeps its memory small and its limits', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('interactive', 'ci', 'auto'),
      fc.constantFrom<object>({}, deploys('always'), deploys('asked'), deploys('always', null)),
      fc.constantFrom<object>(
        {},
        { commands: { lint: null, test: 'make test' } },
        { commands: { lint: 'make lint', test: null } },
      ),
      fc.gen(),
      (mode, deploy, commands, draw) => {
        const run = randomRun(brainSession, begun({ mode, ...deploy, ...commands }), draw, world);
        const { retries, settings, deaths } = contextOf(run);
        for (const of of Object.keys(settings.limits.retries))
          expect(retries[of as keyof typeof retries], of).toBeLessThanOrEqual(20);
        expect(deaths).toBeLessThanOrEqual(1);
      },
    ),
    { numRuns: 80 },
  );
}, 60_000);
