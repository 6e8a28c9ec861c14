import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '#lib/engine/json.ts';
import { contextLimit, randomRun, type World } from '../testing/random-run.ts';
import { offer, scripted } from '../testing/scripted.ts';
import { stagedWorkflowEvents } from './events.ts';
import { stagedWorkflow } from './index.ts';
import { calmInput, calmPlanning, contextOf, outline, play, proposal, started, tell } from './testing/script.ts';

const world: World = {
  events: stagedWorkflowEvents,
  failures: ['OUT_OF_SYNC', 'ACTIVITY_LOST', 'TIMEOUT', 'UNHANDLED_EXCEPTION'],
  known: (run) => ({ updateId: contextOf(run).proposal?.id ?? 'none' }),
  temper: (activity, output) =>
    activity === 'ask-planning' ? { ...Object(output), adopted: outline as unknown as Json } : output,
};

const options = fc.record({
  mode: fc.constantFrom('interactive', 'ci', 'auto'),
  limits: fc.record({ behaviors_per_step: fc.integer({ min: 1, max: 5 }), recoveries: fc.integer({ min: 0, max: 2 }) }),
});

test('whatever happens, a workflow ends or waits, gives each reason in words, and keeps its context small', () => {
  fc.assert(
    fc.property(options, fc.gen(), (input, draw) => {
      const begun = offer(stagedWorkflow, scripted(stagedWorkflow, { ...calmInput, ...input }), {
        type: 'START_WORKFLOW',
      }).run;
      randomRun(stagedWorkflow, begun, draw, world);
    }),
    { numRuns: 100 },
  );
}, 60_000);

test('the largest workflow with the largest update that waits keeps the context under 8 kB', () => {
  const long = (of: string, at: number) => `${of}-${at}`.padEnd(32, 'x');
  const largest = (id: string) => ({
    id: id.padEnd(64, '0'),
    stages: Array.from({ length: 12 }, (_, stage) => ({
      id: long('stage', stage),
      steps: Array.from({ length: stage < 4 ? 4 : 3 }, (_, step) => long('step', step)),
    })),
  });
  const update = {
    ...proposal(),
    id: 'u'.repeat(64),
    summary: 'x'.repeat(400),
    before: largest('a').id,
    workflow: largest('b'),
  };
  const run = play(started(), { 'ask-planning': calmPlanning({ adopted: largest('a'), proposal: update }) });
  expect(run.state).toBe('workflow_update_pending.open');
  const failed = tell(run, { type: 'FAIL', reason: 'x'.repeat(400) }).run;
  for (const one of [run, failed]) expect(JSON.stringify(one.envelope.context).length).toBeLessThan(contextLimit);
});
