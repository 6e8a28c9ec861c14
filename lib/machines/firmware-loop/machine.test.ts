import { describe, expect, test } from 'vitest';
import type { Json } from '#lib/engine/json.ts';
import { offer, type ScriptedRun } from '../testing/scripted.ts';
import { firmwareLoop } from './index.ts';
import {
  afterBase,
  analysed,
  arrive,
  broken,
  contextOf,
  decision,
  lastReason,
  measured,
  noPatch,
  passing,
  patch,
  play,
  playOn,
  ran,
  type Script,
  trail,
} from './testing/script.ts';

const solo = { strategies: [{ name: 'only', agents: ['one'] }] };
const by = { by: 'ada', reason: 'worth a try' };
const acceptance = { 'load-config': () => ({ ok: true, problems: [], acceptance: true }) } satisfies Script;

function visits(run: ScriptedRun, state: string): number {
  return trail(run).filter((to) => to === state).length;
}

function factsOf(run: ScriptedRun, kind: string, key: string): { readonly [field: string]: Json | undefined } {
  const facts = run.records.filter((one) => one.kind === kind && one.key === key).map(({ data }) => data);
  return Object.assign({}, ...facts);
}

describe('the way to success', () => {
  test('confirms the first good iteration without a patch and without a build', () => {
    const run = play(passing([18, 24, 34]));
    expect([run.state, contextOf(run).iteration]).toEqual(['SUCCESS', 3]);
    expect([visits(run, 'PATCH_APPLY'), contextOf(run).tree?.commit]).toEqual([3, 'c2']);
    expect(factsOf(run, 'iteration', '3')).toMatchObject({ intent: 'confirm', commit: 'c2', kept: true });
    expect(lastReason(run)).toBe(
      'SUCCESS: pass_rate (34/34) 100.00% >= target_pass_rate 100.00%, stability_delta over 2 iterations 0.00% <= stability_delta_threshold 2.00%; plausible: no acceptance suite',
    );
  });

  test('with a base that meets the goal needs one confirmation and no patch', () => {
    const run = play(passing([34]));
    expect([run.state, contextOf(run).iteration]).toEqual(['SUCCESS', 1]);
    expect(lastReason(run)).toMatch(/^goal met at the base: SUCCESS/);
    expect(visits(run, 'PATCH_APPLY')).toBe(1);
    expect(contextOf(run).risk).toBe(0);
  });

  test('with a base that met the goal once looks for a cause when the confirmation fails', () => {
    const run = arrive('CODE_ANALYSIS.ROOT_CAUSE_HYPOTHESIS', passing([34, 33]));
    expect(contextOf(run)).toMatchObject({ iteration: 2, intent: 'fix', series: [{ iteration: 1, passed: 33 }] });
  });

  test('runs one uncounted confirmation when the last iteration allowed is the first good one', () => {
    const run = play(passing([18, 24, 34]), { limits: { max_iterations: 2 } });
    expect([run.state, contextOf(run).iteration, contextOf(run).extraConfirmation]).toEqual(['SUCCESS', 3, true]);
    expect(lastReason(run)).toContain('also held: TIMEOUT');
  });

  test('is withheld by a gate that is named, and the loop goes on to fix it', () => {
    const script: Script = {
      'normalise-results': (run) =>
        contextOf(run).iteration === 0
          ? measured(18, 34)
          : measured(34, 34, { regressions: 1, regressed: ['test_irq'] }),
    };
    const run = arrive('PATCH_GENERATION', script, {}, 3);
    expect(contextOf(run).intent).toBe('fix');
    expect(factsOf(run, 'iteration', '2').judgement).toMatchObject({ failed_gates: [{ gate: 'regressions' }] });
    expect(run.transitions.some(({ reason }) => reason.includes('gate regressions does not hold'))).toBe(true);
  });

  test('is confirmed again while only the confidence is too low, five times at most', () => {
    const unsure = {
      ...passing([18, 34]),
      'analyse-results': () => decision('PASS', 'CONTINUE', 0.79),
    } satisfies Script;
    const run = arrive('PATCH_GENERATION', unsure, {}, 2);
    expect(contextOf(run)).toMatchObject({ iteration: 7, intent: 'fix', streaks: { confirmations: 5 } });
  });

  test('runs the acceptance suite only when about to succeed; a failure names itself and goes on', () => {
    let asked = 0;
    const run = play({
      ...acceptance,
      ...passing([18, 34]),
      'run-acceptance': () => {
        asked += 1;
        return asked === 1
          ? { outcome: 'failed', passed: 3, failed: 1, failedTests: ['hidden_boot'], reason: '' }
          : { outcome: 'passed', passed: 4, failed: 0, failedTests: [], reason: '' };
      },
    });
    expect([run.state, visits(run, 'CONVERGENCE_CHECK.ACCEPTANCE')]).toEqual(['SUCCESS', 2]);
    expect(
      run.transitions.some(
        ({ reason }) => reason.includes('gate acceptance does not hold') && reason.includes('hidden_boot'),
      ),
    ).toBe(true);
    expect(lastReason(run)).toContain('the acceptance suite passes');
  });
});

describe('the base', () => {
  test('that does not build is evidence for iteration 1 and not an error', () => {
    const run = play({
      ...passing([0, 20, 34]),
      build: (at) =>
        contextOf(at).iteration === 0 ? broken() : { ok: true, buildId: 'b', warnings: 0, logId: null, durationMs: 1 },
    });
    expect([run.state, visits(run, 'ERROR_RECOVERY.DECIDE')]).toEqual(['SUCCESS', 0]);
  });

  test('may be left out: without any evidence iteration 1 diagnoses', () => {
    const nothing = { 'triage-logs': () => ({ hasEvidence: false, findings: 0, summary: '', evidence: [] }) };
    const run = arrive('PATCH_GENERATION', nothing, { baseline: 'none' });
    expect(contextOf(run)).toMatchObject({ iteration: 1, intent: 'diagnose', best: null });
  });

  test('may be given: a given result enters no series but is the best so far', () => {
    const run = arrive(
      'CODE_ANALYSIS.LOG_TRIAGE',
      {},
      { baseline: { goal: { passed: 20, failed: 14, errors: 0, skipped: 1 } } },
    );
    expect(contextOf(run)).toMatchObject({ iteration: 1, series: [], best: { iteration: 0, passed: 20, total: 34 } });
  });
});

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

describe('the ladder', () => {
  test('reverts a patch that does not build, which spends its iteration, and gives up after three in a row', () => {
    const run = play(afterBase('build', broken));
    expect([run.state, contextOf(run).iteration]).toEqual(['FAILURE', 3]);
    expect([visits(run, 'ERROR_RECOVERY.CLEAN_BUILD'), visits(run, 'ERROR_RECOVERY.ROLL_BACK')]).toEqual([3, 2]);
    expect(lastReason(run)).toContain('3 iterations in a row did not build (limit 3)');
    expect(contextOf(run).series).toEqual([]);
  });

  test('keeps its counts until the state has been passed: the environment gets three tries, then FAILURE', () => {
    const first = play(afterBase('check-health', () => ({ ok: false, checks: 1, failed: 1, reason: 'mute' })));
    expect(first.state).toBe('ERROR_RECOVERY.COOL_DOWN');
    expect(contextOf(first).avoid).toEqual(['board-1']);
    const timer = first.timers.find(({ id }) => id.includes('cool-down'));
    const probed = offer(firmwareLoop, first, {
      type: String(Reflect.get(Object(timer?.event), 'type')),
      timer: timer?.id,
      visit: timer?.visit,
    });
    const run = playOn(probed.run, { 'check-health': () => ({ ok: false, checks: 1, failed: 1, reason: 'mute' }) });
    expect([run.state, contextOf(run).iteration]).toEqual(['FAILURE', 1]);
    expect(lastReason(run)).toContain('TEST_ENV_FAILURE in TEST_SETUP.HEALTH_CHECK: mute');
  });

  test('names the missing program and how to get it', () => {
    const run = play(
      afterBase('prepare-build', () => ({
        ok: false,
        missing: [{ program: 'arm-none-eabi-gcc', howToGet: 'apt install gcc-arm-none-eabi' }],
        reason: '',
      })),
    );
    expect(run.state).toBe('FAILURE');
    expect(lastReason(run)).toContain('arm-none-eabi-gcc is missing (apt install gcc-arm-none-eabi); nothing to retry');
  });

  test('of a policy violation tightens twice, then asks a person, or fails where nobody is', () => {
    const unsafe: Script = { 'propose-patch': (run) => patch(`f${contextOf(run).asked}`, { allowed: false }) };
    const bound: Json[] = [];
    const run = play({
      'propose-patch': (at, start) => {
        bound.push(Reflect.get(Object(start.input), 'constraint'));
        return patch(`f${contextOf(at).asked}`, { allowed: false });
      },
    });
    expect([run.state, bound]).toEqual(['HUMAN_REVIEW.OPEN', ['none', 'minimal', 'log-only']]);
    expect(play(unsafe, { mode: 'ci' }).state).toBe('FAILURE');
    expect(visits(run, 'PATCH_APPLY')).toBe(0);
  });

  test('of an unusable model asks again, then the next agent, then the rules', () => {
    const asked: string[] = [];
    play({
      'propose-patch': (_, start) => {
        const { agent, by: author } = Object(start.input);
        asked.push(`${author} ${agent}`);
        return noPatch('unreadable');
      },
    });
    expect(asked).toEqual(['agent 0', 'agent 0', 'agent 1', 'rules 1']);
  });

  test('of a poor analysis collects more, goes by rules, asks the next agent, then fails', () => {
    const run = play({ 'analyse-cause': () => analysed(0.3) });
    expect(run.state).toBe('FAILURE');
    expect(visits(run, 'CODE_ANALYSIS.ROOT_CAUSE_HYPOTHESIS')).toBe(4);
  });

  test('of a conflict merges three-way, then asks for another patch', () => {
    const merges: Json[] = [];
    play({
      'apply-patch': (_, start) => {
        merges.push(Reflect.get(Object(start.input), 'merge'));
        return { ok: false, conflicts: 1, reason: 'drifted' };
      },
    });
    expect(merges.slice(0, 3)).toEqual(['strict', 'three-way', 'strict']);
  });

  test('of missing results collects again, runs again, then fails; nothing counts as 0 %', () => {
    const run = play(afterBase('normalise-results', () => measured(0, 0)));
    expect([run.state, visits(run, 'RESULT_COLLECTION.NORMALIZE'), visits(run, 'TEST_RUN')]).toEqual(['FAILURE', 3, 2]);
    expect(contextOf(run).series).toEqual([]);
  });

  test('counts hangs as results: captured each time, they never use up the ladder', () => {
    const run = play({ ...passing([18, 20, 22, 24, 26, 28, 34]), ...afterBase('run-tests', () => ran('timeout')) });
    expect(run.state).toBe('SUCCESS');
    expect(visits(run, 'ERROR_RECOVERY.CAPTURE_HANG')).toBe(7);
  });

  test('measures an inconclusive result again at most retry_limit times without spending an iteration', () => {
    const run = arrive('CODE_ANALYSIS.LOG_TRIAGE', { 'analyse-results': () => decision('FLAKY', 'RETRY') }, {}, 2);
    expect([visits(run, 'TEST_RUN'), contextOf(run).recoveries.thisIteration]).toEqual([3, 0]);
    expect(
      run.transitions.some(({ reason }) => reason.includes('2 retries are used up, so it counts as measured')),
    ).toBe(true);
  });

  test('allows five recoveries in one iteration', () => {
    const script: Script = {
      'analyse-cause': (at) => analysed(contextOf(at).recoveries.thisIteration < 2 ? 0.1 : 0.9),
      'propose-patch': () => noPatch('empty'),
    };
    const run = play(script, { limits: { recoveries_per_iteration: 4 } });
    expect(run.state).toBe('FAILURE');
    expect(lastReason(run)).toContain('4 of 4 recoveries of iteration 1 are used up');
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
