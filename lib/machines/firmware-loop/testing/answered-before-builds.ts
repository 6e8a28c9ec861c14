import { type Answered, done } from './answered.ts';
import { analysed, broken, built, measured, noPatch, patch, ran } from './script.ts';
import { firstAnalysis, queued, request } from './ways.ts';

const gcc = [{ program: 'gcc', howToGet: 'apt install gcc' }];
const noTests = measured(0, 0);

/** What activities answer until there is a patch to try. */
export const answeredBeforeBuilds: readonly Answered[] = [
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
];
