import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contextLimit, randomRun, type World } from '../testing/random-run.ts';
import { prdAgentEvents } from './events.ts';
import { prdAgent } from './index.ts';
import { asked, contextOf, play, says, sensible } from './testing/script.ts';

const world: World = {
  events: prdAgentEvents,
  failures: ['E_IO', 'E_MODEL', 'ACTIVITY_LOST', 'TIMEOUT'],
  known: (run) => ({ prdId: contextOf(run).prd?.prdId ?? 'none' }),
  temper: sensible,
};

test('whatever happens, a session ends or waits, gives each reason in words, and keeps its context small', () => {
  fc.assert(
    fc.property(fc.constantFrom('interactive', 'ci', 'auto'), fc.gen(), (mode, draw) => {
      randomRun(prdAgent, asked({ mode }), draw, world);
    }),
    { numRuns: 100 },
  );
}, 60_000);

test('the largest document keeps the context under 8 kB', () => {
  const tasks = Array.from({ length: 20 }, (_, at) => ({ id: `${at}`.padEnd(40, 'x'), title: 'x'.repeat(80) }));
  const run = play(asked({ requirement: 'x'.repeat(10_000) }), {
    'draft-prd': says({ prdId: 'p'.repeat(64), title: 'x'.repeat(120), tasks }),
  });
  expect(contextOf(run).prd?.tasks).toHaveLength(20);
  expect(JSON.stringify(run.envelope.context).length).toBeLessThan(contextLimit);
});
