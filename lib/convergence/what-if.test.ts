import fc from 'fast-check';
import { expect, test } from 'vitest';
import { presets } from './criteria.ts';
import { whatIf } from './what-if.ts';

function recorded(passed: readonly number[], first = 1) {
  return passed.map((count, index) => ({ iteration: first + index, result: { passed: count, total: 100 } }));
}

const run = recorded([60, 75, 82, 82, 82, 82, 82]);

test('criteria that would have stopped earlier tell where, why and what it saves', () => {
  expect(whatIf(run, presets.STANDARD, 10)).toMatchObject({
    stoppedAt: 5,
    verdict: 'CONVERGED_WITH_IMPROVEMENT',
    reason: /no_improvement_streak 2/,
    iterationsSaved: 2,
  });
});

test('a lower limit of iterations is replayed as well', () => {
  expect(whatIf(run, presets.STANDARD, 3)).toMatchObject({ stoppedAt: 3, verdict: 'TIMEOUT', iterationsSaved: 4 });
});

test('what comes after the record is unknown', () => {
  const patient = { ...presets.STANDARD, min_iterations_for_slow_improvement: 20, min_iterations_for_plateau: 20 };
  expect(whatIf(run, patient, 30)).toMatchObject({
    stoppedAt: null,
    verdict: null,
    iterationsSaved: null,
    reason: /unknown: .* past iteration 7/,
  });
});

test('iterations keep the numbers of their run', () => {
  const gaps = recorded([70, 70, 70, 70, 70]).map((entry) => ({ ...entry, iteration: entry.iteration * 2 }));
  expect(whatIf(gaps, presets.STANDARD, 20)).toMatchObject({ stoppedAt: 8, verdict: 'PLATEAUED', iterationsSaved: 1 });
});

test('an empty record is unknown', () => {
  expect(whatIf([], presets.STANDARD, 10).stoppedAt).toBeNull();
});

test('appending iterations never moves an end that was already reached', () => {
  const passed = fc.array(fc.nat(100), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(passed, passed, (earlier, later) => {
      const short = whatIf(recorded(earlier), presets.STANDARD, 12);
      if (short.stoppedAt === null) return;
      expect(whatIf(recorded([...earlier, ...later]), presets.STANDARD, 12).stoppedAt).toBe(short.stoppedAt);
    }),
  );
});
