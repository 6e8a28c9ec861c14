import { describe, expect, test } from 'vitest';
import type { Json } from '#lib/engine/json.ts';
import { answer, fire } from '../testing/scripted.ts';
import { firmwareLoop } from './index.ts';
import { analysed, broken, built, decision, measured, noPatch, patch, ran } from './testing/script.ts';
import { firstAnalysis, queued, type Rest, request, ways } from './testing/ways.ts';

const gcc = [{ program: 'gcc', howToGet: 'apt install gcc' }];
const done = (output: Json) => ({ output });
const failing = (code: string) => ({ error: { code, message: 'it broke' } });
const noTests = measured(0, 0);

/** State, what its activity answers, and the state that follows. */
const answered: readonly (readonly [Rest, string, ReturnType<typeof done> | ReturnType<typeof failing>, string])[] = [
  ['INIT.LOAD_CONFIG', 'in order', done({ ok: true, problems: [], acceptance: false }), 'INIT.VALIDATE_ENVIRONMENT'],
  ['INIT.LOAD_CONFIG', 'broken', done({ ok: false, problems: ['no build command'], acceptance: false }), 'FAILURE'],
  ['INIT.VALIDATE_ENVIRONMENT', 'all there', done({ ok: true, missing: [], problems: [] }), 'INIT.SETUP_REPOSITORY'],
  ['INIT.VALIDATE_ENVIRONMENT', 'no gcc', done({ ok: false, missing: gcc, problems: [] }), 'FAILURE'],
  [
    'INIT.VALIDATE_ENVIRONMENT',
    'not reachable',
    done({ ok: false, missing: [], problems: ['no ping'] }),
    'ERROR_RECOVERY.RESET_ENVIRONMENT',
  ],
  ['INIT.SETUP_REPOSITORY', 'made', done({ ok: true, baseCommit: 'base' }), 'INIT.BASELINE_BUILD.PREPARE'],
  ['INIT.SETUP_REPOSITORY', 'no such ref', done({ ok: false, reason: 'no such ref' }), 'FAILURE'],
  [
    'INIT.BASELINE_BUILD.PREPARE',
    'ready',
    done({ ok: true, missing: [], reason: 'ready' }),
    'INIT.BASELINE_BUILD.BUILD',
  ],
  ['INIT.BASELINE_BUILD.PREPARE', 'no gcc', done({ ok: false, missing: gcc, reason: '' }), 'FAILURE'],
  [
    'INIT.BASELINE_BUILD.PREPARE',
    'not ready',
    done({ ok: false, missing: [], reason: 'no kconfig' }),
    'ERROR_RECOVERY.CLEAN_BUILD',
  ],
  ['INIT.BASELINE_BUILD.BUILD', 'builds', done(built('b0')), request('INIT.BASELINE_TEST')],
  ['INIT.BASELINE_BUILD.BUILD', 'does not build', done(broken()), firstAnalysis],
  ['INIT.BASELINE_BUILD.BUILD', 'no gcc', done(broken(gcc)), 'FAILURE'],
  [
    'INIT.BASELINE_TEST.RESOURCE_ALLOC.REQUEST',
    'granted',
    done({ outcome: 'granted', board: null, reason: '' }),
    'INIT.BASELINE_TEST.FLASH_OR_DEPLOY',
  ],
  ['INIT.BASELINE_TEST.RESOURCE_ALLOC.REQUEST', 'queued', done(queued), 'INIT.BASELINE_TEST.RESOURCE_ALLOC.QUEUED'],
  [
    'INIT.BASELINE_TEST.RESOURCE_ALLOC.REQUEST',
    'unavailable',
    done({ outcome: 'unavailable', reason: 'none' }),
    'ERROR_RECOVERY.RESET_ENVIRONMENT',
  ],
  [
    'INIT.BASELINE_TEST.FLASH_OR_DEPLOY',
    'deployed',
    done({ ok: true, snapshotId: null, reason: '', durationMs: 1 }),
    'INIT.BASELINE_TEST.HEALTH_CHECK',
  ],
  [
    'INIT.BASELINE_TEST.FLASH_OR_DEPLOY',
    'not',
    done({ ok: false, snapshotId: null, reason: 'no', durationMs: 1 }),
    'ERROR_RECOVERY.RESET_ENVIRONMENT',
  ],
  [
    'INIT.BASELINE_TEST.HEALTH_CHECK',
    'alive',
    done({ ok: true, checks: 1, failed: 0, reason: '' }),
    'INIT.BASELINE_TEST.TEST_RUN',
  ],
  [
    'INIT.BASELINE_TEST.HEALTH_CHECK',
    'dead',
    done({ ok: false, checks: 1, failed: 1, reason: 'mute' }),
    'ERROR_RECOVERY.RESET_ENVIRONMENT',
  ],
  ['INIT.BASELINE_TEST.TEST_RUN', 'finished', done(ran('exited')), 'INIT.BASELINE_TEST.FETCH_LOGS'],
  ['INIT.BASELINE_TEST.TEST_RUN', 'hung', done(ran('timeout')), 'ERROR_RECOVERY.CAPTURE_HANG'],
  ['INIT.BASELINE_TEST.TEST_RUN', 'crashed', done(ran('crashed')), 'ERROR_RECOVERY.RESET_ENVIRONMENT'],
  [
    'INIT.BASELINE_TEST.FETCH_LOGS',
    'fetched',
    done({ ok: true, logs: 1, missing: [], evidence: [] }),
    'INIT.BASELINE_TEST.NORMALIZE',
  ],
  [
    'INIT.BASELINE_TEST.FETCH_LOGS',
    'missing',
    done({ ok: false, logs: 0, missing: ['junit.xml'], evidence: [] }),
    'INIT.BASELINE_TEST.FETCH_LOGS',
  ],
  ['INIT.BASELINE_TEST.NORMALIZE', 'results', done(measured(18, 34)), 'INIT.BASELINE_TEST.ATTACH_ARTIFACTS'],
  ['INIT.BASELINE_TEST.NORMALIZE', 'no tests', done(noTests), 'INIT.BASELINE_TEST.FETCH_LOGS'],
  [
    'INIT.BASELINE_TEST.ATTACH_ARTIFACTS',
    'bound',
    done({ ok: true, artifacts: 1, patchId: null, reason: '', evidence: [] }),
    firstAnalysis,
  ],
  [
    'INIT.BASELINE_TEST.ATTACH_ARTIFACTS',
    'missing',
    done({ ok: false, artifacts: 0, patchId: null, reason: 'lost', evidence: [] }),
    'INIT.BASELINE_TEST.FETCH_LOGS',
  ],
  [
    'CODE_ANALYSIS.LOG_TRIAGE',
    'evidence',
    done({ hasEvidence: true, findings: 1, summary: '', evidence: [] }),
    'CODE_ANALYSIS.ROOT_CAUSE_HYPOTHESIS',
  ],
  [
    'CODE_ANALYSIS.LOG_TRIAGE',
    'none, in iteration 1',
    done({ hasEvidence: false, findings: 0, summary: '', evidence: [] }),
    'CODE_ANALYSIS.ROOT_CAUSE_HYPOTHESIS',
  ],
  ['CODE_ANALYSIS.ROOT_CAUSE_HYPOTHESIS', 'sure', done(analysed(0.5)), 'CODE_ANALYSIS.CHANGE_IMPACT_ESTIMATE'],
  ['CODE_ANALYSIS.ROOT_CAUSE_HYPOTHESIS', 'unsure', done(analysed(0.49)), 'ERROR_RECOVERY.COLLECT_EVIDENCE'],
  [
    'CODE_ANALYSIS.ROOT_CAUSE_HYPOTHESIS',
    'unreadable',
    done({ ...analysed(1), outcome: 'unreadable' }),
    'ERROR_RECOVERY.COLLECT_EVIDENCE',
  ],
  [
    'CODE_ANALYSIS.ROOT_CAUSE_HYPOTHESIS',
    'nothing left',
    done({ ...analysed(1), outcome: 'gave-up' }),
    'CODE_ANALYSIS.LOG_TRIAGE',
  ],
  [
    'CODE_ANALYSIS.CHANGE_IMPACT_ESTIMATE',
    'plan',
    done({ planId: 'p', files: 1, risk: 0, summary: '' }),
    'PATCH_GENERATION',
  ],
  ['PATCH_GENERATION', 'valid', done(patch('new')), 'PATCH_APPLY'],
  ['PATCH_GENERATION', 'risk at the threshold', done(patch('new', { risk: 0.7 })), 'PATCH_APPLY'],
  ['PATCH_GENERATION', 'risk above it', done(patch('new', { risk: 0.71 })), 'HUMAN_REVIEW.APPROVAL'],
  ['PATCH_GENERATION', 'refused by policy', done(patch('new', { allowed: false })), 'PATCH_GENERATION'],
  ['PATCH_GENERATION', 'does not apply', done(patch('new', { applies: false })), 'PATCH_APPLY'],
  ['PATCH_GENERATION', 'empty', done(noPatch('empty')), 'PATCH_GENERATION'],
  ['PATCH_GENERATION', 'gave up', done(noPatch('gave-up')), 'PATCH_GENERATION'],
  ['PATCH_APPLY', 'applied', done({ ok: true, commit: 'c1', restored: 0, reason: '' }), 'BUILD_SETUP'],
  ['PATCH_APPLY', 'conflict', done({ ok: false, conflicts: 1, reason: 'drifted' }), 'PATCH_APPLY'],
  ['BUILD_SETUP', 'ready', done({ ok: true, missing: [], reason: '' }), 'BUILD_RUN'],
  ['BUILD_SETUP', 'no gcc', done({ ok: false, missing: gcc, reason: '' }), 'FAILURE'],
  ['BUILD_SETUP', 'not ready', done({ ok: false, missing: [], reason: 'no kconfig' }), 'ERROR_RECOVERY.CLEAN_BUILD'],
  ['BUILD_RUN', 'builds', done(built('b1')), request('TEST_SETUP')],
  ['BUILD_RUN', 'fails', done(broken()), 'ERROR_RECOVERY.CLEAN_BUILD'],
  ['BUILD_RUN', 'no gcc', done(broken(gcc)), 'FAILURE'],
  [
    'TEST_SETUP.RESOURCE_ALLOC.REQUEST',
    'granted',
    done({ outcome: 'granted', board: 'b', reason: '' }),
    'TEST_SETUP.FLASH_OR_DEPLOY',
  ],
  ['TEST_SETUP.RESOURCE_ALLOC.REQUEST', 'queued', done(queued), 'TEST_SETUP.RESOURCE_ALLOC.QUEUED'],
  [
    'TEST_SETUP.RESOURCE_ALLOC.REQUEST',
    'unavailable',
    done({ outcome: 'unavailable', reason: 'none' }),
    'ERROR_RECOVERY.RESET_ENVIRONMENT',
  ],
  [
    'TEST_SETUP.FLASH_OR_DEPLOY',
    'deployed',
    done({ ok: true, snapshotId: null, reason: '', durationMs: 1 }),
    'TEST_SETUP.HEALTH_CHECK',
  ],
  [
    'TEST_SETUP.FLASH_OR_DEPLOY',
    'not',
    done({ ok: false, snapshotId: null, reason: 'no', durationMs: 1 }),
    'ERROR_RECOVERY.RESET_ENVIRONMENT',
  ],
  ['TEST_SETUP.FLASH_OR_DEPLOY', 'cut off', failing('ACTIVITY_LOST'), 'ERROR_RECOVERY.RESET_ENVIRONMENT'],
  ['TEST_SETUP.HEALTH_CHECK', 'alive', done({ ok: true, checks: 1, failed: 0, reason: '' }), 'TEST_RUN'],
  [
    'TEST_SETUP.HEALTH_CHECK',
    'dead',
    done({ ok: false, checks: 1, failed: 1, reason: 'mute' }),
    'ERROR_RECOVERY.RESET_ENVIRONMENT',
  ],
  ['TEST_RUN', 'finished', done(ran('exited')), 'RESULT_COLLECTION.FETCH_LOGS'],
  ['TEST_RUN', 'hung', done(ran('timeout')), 'ERROR_RECOVERY.CAPTURE_HANG'],
  ['TEST_RUN', 'crashed', done(ran('crashed')), 'ERROR_RECOVERY.RESET_ENVIRONMENT'],
  [
    'RESULT_COLLECTION.FETCH_LOGS',
    'fetched',
    done({ ok: true, logs: 1, missing: [], evidence: [] }),
    'RESULT_COLLECTION.NORMALIZE',
  ],
  [
    'RESULT_COLLECTION.FETCH_LOGS',
    'missing',
    done({ ok: false, logs: 0, missing: ['a'], evidence: [] }),
    'RESULT_COLLECTION.FETCH_LOGS',
  ],
  ['RESULT_COLLECTION.NORMALIZE', 'results', done(measured(24, 34)), 'RESULT_COLLECTION.ATTACH_ARTIFACTS'],
  ['RESULT_COLLECTION.NORMALIZE', 'no tests', done(noTests), 'RESULT_COLLECTION.FETCH_LOGS'],
  [
    'RESULT_COLLECTION.ATTACH_ARTIFACTS',
    'bound',
    done({ ok: true, artifacts: 1, patchId: 'p', reason: '', evidence: [] }),
    'RESULT_ANALYSIS',
  ],
  [
    'RESULT_COLLECTION.ATTACH_ARTIFACTS',
    'missing',
    done({ ok: false, artifacts: 0, patchId: null, reason: '', evidence: [] }),
    'RESULT_COLLECTION.FETCH_LOGS',
  ],
  ['RESULT_ANALYSIS', 'FAIL, CONTINUE', done(decision('FAIL', 'CONTINUE')), firstAnalysis],
  ['RESULT_ANALYSIS', 'FLAKY, RETRY', done(decision('FLAKY', 'RETRY')), request('TEST_SETUP')],
  ['RESULT_ANALYSIS', 'INCONCLUSIVE, RETRY', done(decision('INCONCLUSIVE', 'RETRY')), request('TEST_SETUP')],
  ['RESULT_ANALYSIS', 'ENV_ERROR', done(decision('ENV_ERROR', 'RETRY')), 'ERROR_RECOVERY.RESET_ENVIRONMENT'],
  ['RESULT_ANALYSIS', 'ROLLBACK', done(decision('FAIL', 'ROLLBACK')), 'CONVERGENCE_CHECK.ROLL_BACK'],
  ['RESULT_ANALYSIS', 'ABORT', done(decision('FAIL', 'ABORT')), 'ABORTED'],
  ['RESULT_ANALYSIS', 'unreadable', failing('MODEL_FAILURE'), 'RESULT_ANALYSIS'],
  [
    'CONVERGENCE_CHECK.ACCEPTANCE',
    'passes',
    done({ outcome: 'passed', passed: 3, failed: 0, failedTests: [], reason: '' }),
    'SUCCESS',
  ],
  [
    'CONVERGENCE_CHECK.ACCEPTANCE',
    'fails',
    done({ outcome: 'failed', passed: 2, failed: 1, failedTests: ['hidden'], reason: '' }),
    firstAnalysis,
  ],
  [
    'CONVERGENCE_CHECK.ACCEPTANCE',
    'not run',
    done({ outcome: 'not-run', passed: 0, failed: 0, failedTests: [], reason: 'no power' }),
    'ERROR_RECOVERY.RESET_ENVIRONMENT',
  ],
  ['CONVERGENCE_CHECK.ROLL_BACK', 'done', done({ ok: true, reason: '' }), firstAnalysis],
  ['CONVERGENCE_CHECK.ROLL_BACK', 'not', done({ ok: false, reason: 'locked' }), 'ERROR_RECOVERY.ROLL_BACK'],
  ['ERROR_RECOVERY.CLEAN_BUILD', 'cleaned', done({ ok: true, reason: '' }), 'BUILD_RUN'],
  ['ERROR_RECOVERY.CLEAN_BUILD', 'not', done({ ok: false, reason: 'busy' }), 'ERROR_RECOVERY.ROLL_BACK'],
  ['ERROR_RECOVERY.CLEAN_BUILD', 'lost', failing('ACTIVITY_LOST'), 'ERROR_RECOVERY.ROLL_BACK'],
  ['ERROR_RECOVERY.ROLL_BACK', 'done', done({ ok: true, reason: '' }), firstAnalysis],
  ['ERROR_RECOVERY.ROLL_BACK', 'not', done({ ok: false, reason: 'locked' }), 'FAILURE'],
  ['ERROR_RECOVERY.ROLL_BACK', 'lost', failing('ACTIVITY_LOST'), 'FAILURE'],
  ['ERROR_RECOVERY.RESET_ENVIRONMENT', 'reset', done({ ok: true, reason: '' }), request('TEST_SETUP')],
  [
    'ERROR_RECOVERY.RESET_ENVIRONMENT',
    'not: another board',
    done({ ok: false, reason: 'mute' }),
    request('TEST_SETUP'),
  ],
  [
    'ERROR_RECOVERY.CAPTURE_HANG',
    'captured',
    done({ ok: true, snapshotId: 's', reason: '' }),
    'RESULT_COLLECTION.FETCH_LOGS',
  ],
  [
    'ERROR_RECOVERY.CAPTURE_HANG',
    'not',
    done({ ok: false, snapshotId: null, reason: 'mute' }),
    'RESULT_COLLECTION.FETCH_LOGS',
  ],
  ['ERROR_RECOVERY.COLLECT_EVIDENCE', 'found', done({ ok: true, found: 1, reason: '' }), firstAnalysis],
  ['ERROR_RECOVERY.COLLECT_EVIDENCE', 'none: by rules', done({ ok: false, found: 0, reason: '' }), firstAnalysis],
  ['HUMAN_REVIEW.ROLL_BACK', 'done', done({ ok: true, reason: '' }), firstAnalysis],
  ['HUMAN_REVIEW.ROLL_BACK', 'not', done({ ok: false, reason: 'locked' }), 'HUMAN_REVIEW.OPEN'],
];

describe('what an activity answers', () => {
  test.each(answered)('%s: %s', (state, _, given, next) => {
    const run = ways[state]();
    expect(run.state).toBe(state);
    expect(answer(firmwareLoop, run, () => given).state).toBe(next);
  });

  test('is answered in every state that starts an activity, and whatever it is, a failure leads on', () => {
    for (const [state, way] of Object.entries(ways)) {
      const run = way();
      if (run.pending.length === 0) continue;
      expect(
        answered.some(([row]) => row === state),
        state,
      ).toBe(true);
      const failed = answer(firmwareLoop, run, () => failing('UNHANDLED_EXCEPTION'));
      expect(failed.transitions.length, state).toBeGreaterThan(run.transitions.length);
      expect(failed.transitions.at(-1)?.reason, state).not.toBe('');
    }
  });

  test('too late is a time-out of the state, which goes to recovery or ends the run', () => {
    for (const [state, way] of Object.entries(ways)) {
      const run = way();
      if (run.pending.length === 0) continue;
      const late = fire(firmwareLoop, run, run.timers.find(({ id }) => id.includes('time-out'))?.id);
      const reason = late.transitions[run.transitions.length]?.reason;
      expect(reason, state).toMatch(/ took longer than its [0-9]+ s$/);
    }
  });
});
