import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Criteria, presets } from '#lib/convergence/criteria.ts';
import type { Verdict } from '#lib/convergence/judgement.ts';
import { compare, totalsOf } from './compare.ts';
import type { RecordedIteration, RecordedRun } from './recorded-run.ts';
import { replay } from './replay.ts';

const standard = presets.STANDARD;

function iteration(at: number, passed: number | null, more: Partial<RecordedIteration> = {}): RecordedIteration {
  return {
    iteration: at,
    intent: at === 0 ? 'baseline' : 'fix',
    goal: passed === null ? null : { passed, failed: 100 - passed, errors: 0 },
    rolledBackTo: null,
    regressions: 0,
    confidence: 1,
    failedGates: [],
    verdict: null,
    circling: null,
    testMs: 1_000,
    buildMs: 2_000,
    boardMinutes: 3,
    ...more,
  };
}

/** A run that met its goal at the fifth iteration and confirmed it at the sixth. */
const climbed: RecordedRun = {
  mode: 'ci',
  outcome: 'SUCCESS',
  iterations: [
    ...[40, 60, 70, 80, 90, 100].map((passed, at) => iteration(at, passed)),
    iteration(6, 100, { intent: 'confirm', verdict: 'SUCCESS' }),
  ],
};

const flat = (mode: RecordedRun['mode'], more: readonly RecordedIteration[] = []): RecordedRun => ({
  mode,
  outcome: 'FAILURE',
  iterations: [
    iteration(0, 40),
    ...[60, 75, 82, 82].map((passed, at) => iteration(at + 1, passed)),
    iteration(5, 82, { verdict: 'CONVERGED_WITH_IMPROVEMENT' }),
    ...more,
  ],
});

describe('replay', () => {
  test('under its own criteria a record ends where it ended', () => {
    expect(replay(climbed, standard, 10)).toMatchObject({ kind: 'ends', iteration: 6, verdict: 'SUCCESS' });
    expect(replay(flat('ci'), standard, 10)).toMatchObject({ iteration: 5, verdict: 'CONVERGED_WITH_IMPROVEMENT' });
  });

  test('a lower limit ends earlier', () => {
    expect(replay(climbed, standard, 3)).toMatchObject({ kind: 'ends', iteration: 3, verdict: 'TIMEOUT' });
  });

  test('a limit at which the target is first met is followed by the confirmation of the record', () => {
    expect(replay(climbed, standard, 5)).toMatchObject({ kind: 'ends', iteration: 6, verdict: 'SUCCESS' });
  });

  test('a target that is met earlier was never confirmed there, so what follows is unknown', () => {
    expect(replay(climbed, { ...standard, target_pass_rate: 0.8 }, 10)).toMatchObject({
      kind: 'unknown',
      iteration: 3,
      reason: /no confirmation/,
    });
  });

  test('a higher target patches on where the record only confirms', () => {
    const iterations = [
      ...[40, 60, 75, 90].map((passed, at) => iteration(at, passed)),
      iteration(4, 90, { intent: 'confirm', verdict: 'SUCCESS' }),
    ];
    expect(replay({ ...climbed, iterations }, { ...standard, target_pass_rate: 0.9 }, 10)).toMatchObject({
      kind: 'ends',
      iteration: 4,
    });
    expect(replay({ ...climbed, iterations }, standard, 10)).toMatchObject({
      kind: 'unknown',
      iteration: 3,
      reason: /only confirms/,
    });
  });

  test('criteria that go on past the end of the record are unknown there', () => {
    const patient: Criteria = { ...standard, min_iterations_for_slow_improvement: 20, min_iterations_for_plateau: 20 };
    expect(replay(flat('ci'), patient, 30)).toMatchObject({
      kind: 'unknown',
      reason: 'unknown: these criteria go on past iteration 5, where the record ends with FAILURE',
    });
  });

  test.each<[RecordedRun['mode'], string]>([
    ['interactive', 'hands over'],
    ['ci', 'ends'],
    ['auto', 'ends'],
  ])('in the mode %s a run that converged short %s', (mode, kind) => {
    expect(replay(flat(mode), standard, 10)).toMatchObject({ kind, iteration: 5 });
  });

  test('after a review in the record the windows begin anew, as they did', () => {
    const after = [iteration(6, 82), iteration(7, 100), iteration(8, 100, { intent: 'confirm', verdict: 'SUCCESS' })];
    const reviewed = { ...flat('interactive', after), outcome: 'SUCCESS' };
    expect(replay(reviewed, standard, 10)).toMatchObject({ kind: 'ends', iteration: 8, verdict: 'SUCCESS' });
    const patient: Criteria = { ...standard, min_iterations_for_slow_improvement: 9 };
    expect(replay(reviewed, patient, 10)).toMatchObject({ kind: 'unknown', iteration: 5, reason: /led another way/ });
  });

  test('the series is that of the kept tree, and an iteration without tests enters none', () => {
    const rolledBack = {
      ...climbed,
      iterations: [
        iteration(0, 40),
        iteration(1, 82),
        iteration(2, 20, { rolledBackTo: 1 }),
        iteration(3, null),
        iteration(4, 82),
        iteration(5, 82),
      ],
    };
    expect(replay(rolledBack, standard, 10)).toMatchObject({
      kind: 'ends',
      iteration: 5,
      verdict: 'CONVERGED_WITH_IMPROVEMENT',
    });
  });

  test('a gate that did not hold withholds success under any criteria', () => {
    const regressed = [{ gate: 'regressions', reason: '1 test worse than at the baseline: boots' }];
    const run = {
      ...climbed,
      iterations: climbed.iterations.map((one) =>
        one.iteration < 5 ? one : { ...one, intent: 'fix', failedGates: regressed },
      ),
    };
    expect(replay(run, standard, 10).kind).toBe('unknown');
  });

  test('a loop that went in circles plateaus under any criteria', () => {
    const circling = {
      ...climbed,
      iterations: [iteration(0, 40), iteration(1, 60), iteration(2, 60, { circling: 'PLATEAUED: the third repeat' })],
    };
    expect(replay(circling, presets.STRICT, 10)).toMatchObject({ kind: 'ends', iteration: 2, reason: /third repeat/ });
  });

  test('what was recorded later never moves an end that was already reached', () => {
    const passes = fc.array(fc.nat(100), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(passes, passes, fc.constantFrom(...Object.values(presets)), (early, late, criteria) => {
        const all = [...early, ...late].map((passed, at) => iteration(at, passed));
        const short = replay({ mode: 'ci', outcome: null, iterations: all.slice(0, early.length) }, criteria, 12);
        if (short.kind !== 'ends') return;
        const long = replay({ mode: 'ci', outcome: null, iterations: all }, criteria, 12);
        expect(long).toEqual(short);
      }),
    );
  });
});

describe('compare', () => {
  const at = (max: number, verdict: Verdict) => {
    const comparison = compare(climbed, replay(climbed, standard, max));
    expect(comparison.verdict).toBe(verdict);
    return comparison;
  };

  test('counts what would not have been run, and calls a success that never came lost', () => {
    expect(at(4, 'TIMEOUT')).toMatchObject({
      change: 'success lost',
      iterationsSaved: 2,
      boardMinutesSaved: 6,
      workMsSaved: 6_000,
    });
    expect(at(10, 'SUCCESS')).toMatchObject({ change: 'same', iterationsSaved: 0 });
  });

  test('adds nothing for runs whose replay is unknown', () => {
    const pairs = [
      { run: climbed, comparison: at(4, 'TIMEOUT') },
      { run: climbed, comparison: compare(climbed, replay(climbed, { ...standard, target_pass_rate: 0.8 }, 10)) },
    ];
    expect(totalsOf(pairs)).toMatchObject({
      runs: 2,
      changes: { same: 0, earlier: 0, 'success lost': 1, unknown: 1 },
      recordedIterations: 12,
      iterationsSaved: 2,
      recordedSuccesses: 2,
    });
  });
});
