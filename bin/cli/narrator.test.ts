import { expect, test } from 'vitest';
import { iterationRow } from '#lib/report/iteration-row.ts';
import { iterationRecord } from '#lib/report/records.ts';
import type { RunInBrief } from '#server/store/runs-in-brief.ts';
import { createNarrator, iterationLine } from './narrator.ts';

const plain = (_: unknown, text: string) => text;

const at = (iteration: number, more: Partial<RunInBrief> = {}): RunInBrief => ({
  id: 'a',
  number: 1,
  projectId: 'p',
  project: 'thermostat',
  machine: 'firmware-loop',
  machineVersion: 1,
  title: 'All pass',
  seq: 1,
  stateValue: 'BUILD_RUN',
  state: 'BUILD_RUN',
  status: 'active',
  iteration,
  maxIterations: 10,
  outcome: null,
  exitCode: null,
  createdBy: 'ada',
  createdAt: 0,
  waitingSince: null,
  finishedAt: null,
  finalisedAt: null,
  ...more,
});

const goal = (passed: number) => ({ passed, failed: 4 - passed, errors: 0, skipped: 0 });
const base = { iteration: 0, intent: 'baseline', goal: goal(2) };
const worse = {
  iteration: 1,
  goal: goal(1),
  kept: false,
  rolled_back_to: { commit: 'c', iteration: 0 },
  claim: 'an\u001b[31m idea\nof two lines',
};

test('each iteration is told once, as soon as the next one has begun', () => {
  const narrate = createNarrator(plain);
  expect(narrate({ run: at(0), steps: [], iterations: [base] }).lines).toEqual([]);
  expect(narrate({ run: at(1), steps: [], iterations: [base] }).lines).toEqual(['base: 2 of 4 tests pass (50.0 %)']);
  const told = narrate({ run: at(2), steps: [], iterations: [worse, base] });
  expect(told.lines).toEqual([
    'iteration 1 of 10: 1 of 4 tests pass (25.0 %), rolled back to the base – an⟨U+001B⟩[31m idea of two lines',
  ]);
  expect(told.kept).toMatchObject({ passed: 2 });
});

test('the last iteration is told when the run has ended, with its verdict', () => {
  const last = { iteration: 1, goal: goal(4), kept: true, judgement: { verdict: 'SUCCESS', reason: 'stable' } };
  const { lines } = createNarrator(plain)({ run: at(1, { finishedAt: 9 }), steps: [], iterations: [last] });
  expect(lines).toEqual(['iteration 1 of 10: 4 of 4 tests pass (100.0 %), SUCCESS']);
});

test('an iteration that is still at work is no iteration without a result', () => {
  const begun = iterationRow(iterationRecord.parse({ iteration: 3 }));
  expect(iterationLine(begun, at(3), plain)).toBe('iteration 3 of 10: under way');
  expect(iterationLine(begun, at(3, { finishedAt: 9 }), plain)).toBe('iteration 3 of 10: no result');
});

test('trouble is told when it comes, and not again for the steps within it', () => {
  const steps = [
    { seq: 1, from: 'BUILD_RUN', to: 'ERROR_RECOVERY.DECIDE', reason: 'the build fails' },
    { seq: 2, from: 'ERROR_RECOVERY.DECIDE', to: 'ERROR_RECOVERY.CLEAN_BUILD', reason: 'clean first' },
  ];
  expect(createNarrator(plain)({ run: at(1), steps, iterations: [] }).lines).toEqual(['  trouble: the build fails']);
});
