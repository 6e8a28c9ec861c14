import { describe, expect, test } from 'vitest';
import { offer } from '../testing/scripted.ts';
import { firmwareLoop } from './index.ts';
import { arrive, contextOf, factsOf, lastReason, passing, patch, play, playOn, visits } from './testing/script.ts';

const solo = { strategies: [{ name: 'only', agents: ['one'] }] };
const by = { by: 'ada', reason: 'worth a try' };

describe('the kept tree', () => {
  test('is the best one: what loses is rolled back first, and the criteria see what was kept', () => {
    const run = arrive('PATCH_GENERATION', passing([18, 24, 20]), {}, 3);
    expect(contextOf(run)).toMatchObject({
      kept: { commit: 'c1' },
      tree: { commit: 'c1' },
      series: [
        { iteration: 1, passed: 24 },
        { iteration: 2, passed: 24 },
      ],
      streaks: { rollBacks: 1 },
    });
    expect(factsOf(run, 'iteration', '2')).toMatchObject({
      kept: false,
      rolled_back_to: { commit: 'c1', iteration: 1 },
      goal: { passed: 20 },
    });
  });

  test('is whatever was made last where roll backs are off', () => {
    const run = arrive('PATCH_GENERATION', passing([18, 24, 20]), { roll_back: 'never' }, 3);
    expect(contextOf(run)).toMatchObject({ kept: { commit: 'c2' }, series: [{ passed: 24 }, { passed: 20 }] });
  });

  test('plateaus when every patch loses, instead of looking like improvement for ever', () => {
    const run = play({ ...passing([18, 24, 20, 23, 20, 23]) }, { mode: 'ci' });
    expect([run.state, visits(run, 'CONVERGENCE_CHECK.ROLL_BACK')]).toEqual(['SUCCESS_WITH_WARNING', 3]);
  });

  test('breaks the loop after five roll backs in a row', () => {
    const patient = { model: 'rules', plateau_improvement_threshold: 0, slow_improvement_threshold: 0 };
    const run = play(passing([18, 24, 20]), { criteria: patient });
    expect(run.state).toBe('FAILURE');
    expect(lastReason(run)).toMatch(/^5 roll backs in a row \(limit 5\)/);
  });
});

describe('going in circles', () => {
  test('refuses a repeat before it costs a build, and the third repeat is no progress', () => {
    const run = play({ ...passing([18, 20]), 'propose-patch': () => patch('same') });
    expect([run.state, visits(run, 'BUILD_RUN'), contextOf(run).iteration]).toEqual(['HUMAN_REVIEW.OPEN', 1, 2]);
    expect(lastReason(run)).toContain('no progress: the same patch was proposed again 3 times');
  });

  test('sees two patches in turn', () => {
    const turns = ['a', 'b', 'a', 'b'];
    const run = play(
      { ...passing([18, 20]), 'propose-patch': (at) => patch(turns[contextOf(at).circles.recent.length] ?? 'c') },
      { mode: 'ci' },
    );
    expect(run.state).toBe('SUCCESS_WITH_WARNING');
    expect(lastReason(run)).toContain('A-B-A-B');
  });
});

describe('a plateau', () => {
  const flat = passing([30, 31, 32, 32, 32, 32, 32, 32]);
  const noShort = { criteria: { model: 'rules', slow_improvement_threshold: 0 } };

  test.each([
    ['interactive', {}, 'HUMAN_REVIEW.OPEN'],
    ['ci', {}, 'SUCCESS_WITH_WARNING'],
    ['ci', { ci_terminate_as: 'failure' }, 'FAILURE'],
    ['ci', { ci_auto_terminate: false, ci_max_wait_seconds: 60 }, 'HUMAN_REVIEW.OPEN'],
    ['auto', { auto_retry_with_different_strategy: false }, 'FAILURE'],
  ])('in %s mode with %j leads to %s', (mode, plateau, next) => {
    const run = play(flat, { ...noShort, mode, plateau });
    expect([run.state, contextOf(run).iteration]).toEqual([next, 7]);
    expect(lastReason(run)).toContain('PLATEAUED');
  });

  test('in auto mode switches strategy, begins the window anew, and fails when none is left', () => {
    const run = play(flat, { ...noShort, mode: 'auto', limits: { max_iterations: 30 } });
    expect(run.state).toBe('FAILURE');
    expect(visits(run, 'STRATEGY_SWITCH')).toBe(1);
    expect(contextOf(run)).toMatchObject({ strategy: { name: 'bold', switches: 1 }, iteration: 11 });
  });

  test('is taken up again by a person, who does not find it there at once', () => {
    const open = play(flat, { ...noShort, limits: { max_iterations: 30 } });
    const { run } = offer(firmwareLoop, open, { type: 'review.continue', ...by, hint: 'mind the timer' });
    const later = playOn(run, flat);
    expect([later.state, contextOf(later).iteration]).toEqual(['HUMAN_REVIEW.OPEN', 11]);
    expect(later.records.find(({ kind }) => kind === 'verdict')?.data).toMatchObject({
      hint: 'mind the timer',
      by: 'ada',
    });
  });
});

describe('a loop that got better and can get no further', () => {
  test.each([
    ['interactive', 'HUMAN_REVIEW.OPEN'],
    ['ci', 'SUCCESS_WITH_WARNING'],
    ['auto', 'SUCCESS_WITH_WARNING'],
  ])('leads in %s mode to %s', (mode, next) => {
    const run = play(passing([40, 60, 75, 82, 82, 82], 100), { mode });
    expect([run.state, contextOf(run).iteration]).toEqual([next, 5]);
    expect(lastReason(run)).toContain('CONVERGED_WITH_IMPROVEMENT');
  });
});

describe('the end', () => {
  test('comes at the limit with the best kept', () => {
    const run = play(passing([10, 14, 18, 22, 26]), { limits: { max_iterations: 4 } });
    expect(run.state).toBe('FAILURE');
    expect(run.records.at(-1)?.data).toMatchObject({
      final_status: 'FAILURE',
      verdict: 'TIMEOUT',
      best: { iteration: 4, passed: 26, total: 34, patchId: 'patch-4' },
    });
  });

  test.each([
    ['tokens', { tokens: 250 }, 'budget of tokens is spent: 300 of 250'],
    ['money', { money: 0.015 }, 'budget of money is spent: 0.02 of 0.01'],
    ['board minutes', { board_minutes: 2 }, 'budget of board minutes is spent: 2 of 2'],
  ])('comes when the budget of %s is spent', (_, budgets, reason) => {
    const run = play(passing([10, 14]), { limits: { budgets } });
    expect(run.state).toBe('FAILURE');
    expect(lastReason(run)).toContain(reason);
  });

  test('comes when the risks add up to more than the risk budget', () => {
    const run = play(
      { ...passing([10, 14, 18]), 'propose-patch': (at) => patch(`f${contextOf(at).iteration}`, { risk: 0.6 }) },
      { limits: { risk_budget: 1 } },
    );
    expect(run.state).toBe('FAILURE');
    expect(lastReason(run)).toContain('accumulated risk 1.20 > risk_budget 1.00');
  });

  test('comes short of the target as a warning where nobody decides, and as a review where somebody does', () => {
    const flat = passing([30, 31, 32]);
    expect(play(flat, { mode: 'ci', ...solo }).state).toBe('SUCCESS_WITH_WARNING');
    expect(play(flat).state).toBe('HUMAN_REVIEW.OPEN');
  });

  test('by time is a failure that names the minutes', () => {
    const run = offer(firmwareLoop, arrive('BUILD_RUN'), { type: 'control.timeout' }).run;
    expect([run.state, lastReason(run)]).toEqual([
      'FAILURE',
      "the run's 120 minutes are up; the best is the base with 18 of 34",
    ]);
  });
});
