import { describe, expect, test } from 'vitest';
import type { Json } from '#lib/engine/json.ts';
import { answer, drive, offer, type ScriptedRun } from '../testing/scripted.ts';
import { firmwareLoop } from './index.ts';
import {
  afterBase,
  analysed,
  answers,
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
  visits,
} from './testing/script.ts';

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

  test('asks each agent once that has nothing left, and ends with what the run has', () => {
    const asked = new Map<number, number>();
    const run = play({
      'propose-patch': (at) => {
        const { agent } = contextOf(at).strategy;
        asked.set(agent, (asked.get(agent) ?? 0) + 1);
        return contextOf(at).iteration === 1 ? patch('one') : noPatch('gave-up');
      },
    });
    expect([run.state, [...asked]]).toEqual([
      'FAILURE',
      [
        [0, 2],
        [1, 1],
      ],
    ]);
    expect(lastReason(run)).toBe('nothing to say; the best is iteration 1 with 24 of 34');
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

  test.each([
    ['TIMEOUT', 'BUILD_RUN', ['BUILD_RUN', 'ERROR_RECOVERY.ROLL_BACK']],
    ['TIMEOUT', 'BUILD_SETUP', ['BUILD_SETUP', 'ERROR_RECOVERY.ROLL_BACK']],
    ['TIMEOUT', 'PATCH_GENERATION', ['ERROR_RECOVERY.ROLL_BACK', 'FAILURE']],
    ['ACTIVITY_LOST', 'BUILD_RUN', ['ERROR_RECOVERY.ROLL_BACK', 'FAILURE']],
    ['UNHANDLED_EXCEPTION', 'RESULT_ANALYSIS', ['ERROR_RECOVERY.ROLL_BACK', 'FAILURE']],
    ['SOMETHING_ELSE', 'PATCH_APPLY', ['ERROR_RECOVERY.ROLL_BACK', 'FAILURE']],
  ])('answers %s in %s with %j', (code, state, steps) => {
    let run = arrive(state);
    for (const step of steps) {
      const failed = answer(firmwareLoop, run, () => ({ error: { code, message: 'it broke' } }));
      expect(failed.state).toBe(step);
      run = failed.state === state || failed.state === 'FAILURE' ? failed : playOnTo(failed, state);
    }
    expect(contextOf(run).iteration).toBe(1);
    if (run.state === 'FAILURE') expect(lastReason(run)).toContain(`in ${state}: it broke`);
  });

  test.each([
    ['board-1', 'ERROR_RECOVERY.RESET_ENVIRONMENT'],
    [null, 'ERROR_RECOVERY.ROLL_BACK'],
  ])('answers tests that were cut off on %s with %s', (board, step) => {
    const granted = { 'allocate-environment': () => ({ outcome: 'granted', board, reason: 'free' }) };
    const lost = answer(firmwareLoop, arrive('TEST_RUN', granted), () => ({
      error: { code: 'ACTIVITY_LOST', message: 'the runner of the site is gone' },
    }));
    expect(lost.state).toBe(step);
  });

  test('lets a patch that was lost with its runner be proposed again', () => {
    const lost = answer(firmwareLoop, arrive('BUILD_RUN', { 'propose-patch': () => patch('same') }), () => ({
      error: { code: 'ACTIVITY_LOST', message: 'the runner died' },
    }));
    const run = playOnTo(lost, 'BUILD_RUN', { 'propose-patch': () => patch('same') });
    expect(contextOf(run)).toMatchObject({ iteration: 1, proposal: { fingerprint: 'same' } });
  });
});

function playOnTo(run: ScriptedRun, state: string, script: Script = {}): ScriptedRun {
  return drive(firmwareLoop, run, answers(script), { stop: (now) => now.state === state });
}
