import { offer, type ScriptedRun, scripted } from '../../testing/scripted.ts';
import { firmwareLoop } from '../index.ts';
import type { StatePath } from '../view.ts';
import {
  afterBase,
  analysed,
  arrive,
  broken,
  calm,
  calmInput,
  contextOf,
  passing,
  patch,
  play,
  ran,
} from './script.ts';

export const by = { by: 'ada', reason: 'because' };
export const queued = { outcome: 'queued', reservationId: 'r1', reason: 'all busy' };
export const firstAnalysis = 'CODE_ANALYSIS.LOG_TRIAGE';
export const request = (within: string): string => `${within}.RESOURCE_ALLOC.REQUEST`;

/** States that are left in the step that enters them. */
const passedThrough = ['CONVERGENCE_CHECK.JUDGE', 'ERROR_RECOVERY.DECIDE', 'STRATEGY_SWITCH'] as const;
export type Rest = Exclude<StatePath, (typeof passedThrough)[number]>;

/** How a run gets to each state that it can rest in. */
export const ways: Readonly<Record<Rest, () => ScriptedRun>> = {
  IDLE: () => scripted(firmwareLoop, calmInput),
  'INIT.LOAD_CONFIG': () => arrive('INIT.LOAD_CONFIG'),
  'INIT.VALIDATE_ENVIRONMENT': () => arrive('INIT.VALIDATE_ENVIRONMENT'),
  'INIT.SETUP_REPOSITORY': () => arrive('INIT.SETUP_REPOSITORY'),
  'INIT.BASELINE_BUILD.PREPARE': () => arrive('INIT.BASELINE_BUILD.PREPARE'),
  'INIT.BASELINE_BUILD.BUILD': () => arrive('INIT.BASELINE_BUILD.BUILD'),
  'INIT.BASELINE_TEST.RESOURCE_ALLOC.REQUEST': () => arrive('INIT.BASELINE_TEST.RESOURCE_ALLOC.REQUEST'),
  'INIT.BASELINE_TEST.RESOURCE_ALLOC.QUEUED': () =>
    arrive('INIT.BASELINE_TEST.RESOURCE_ALLOC.QUEUED', { 'allocate-environment': () => queued }),
  'INIT.BASELINE_TEST.FLASH_OR_DEPLOY': () => arrive('INIT.BASELINE_TEST.FLASH_OR_DEPLOY'),
  'INIT.BASELINE_TEST.HEALTH_CHECK': () => arrive('INIT.BASELINE_TEST.HEALTH_CHECK'),
  'INIT.BASELINE_TEST.TEST_RUN': () => arrive('INIT.BASELINE_TEST.TEST_RUN'),
  'INIT.BASELINE_TEST.FETCH_LOGS': () => arrive('INIT.BASELINE_TEST.FETCH_LOGS'),
  'INIT.BASELINE_TEST.NORMALIZE': () => arrive('INIT.BASELINE_TEST.NORMALIZE'),
  'INIT.BASELINE_TEST.ATTACH_ARTIFACTS': () => arrive('INIT.BASELINE_TEST.ATTACH_ARTIFACTS'),
  'CODE_ANALYSIS.LOG_TRIAGE': () => arrive('CODE_ANALYSIS.LOG_TRIAGE'),
  'CODE_ANALYSIS.ROOT_CAUSE_HYPOTHESIS': () => arrive('CODE_ANALYSIS.ROOT_CAUSE_HYPOTHESIS'),
  'CODE_ANALYSIS.CHANGE_IMPACT_ESTIMATE': () => arrive('CODE_ANALYSIS.CHANGE_IMPACT_ESTIMATE'),
  PATCH_GENERATION: () => arrive('PATCH_GENERATION'),
  PATCH_APPLY: () => arrive('PATCH_APPLY'),
  BUILD_SETUP: () => arrive('BUILD_SETUP'),
  BUILD_RUN: () => arrive('BUILD_RUN'),
  'TEST_SETUP.RESOURCE_ALLOC.REQUEST': () => arrive('TEST_SETUP.RESOURCE_ALLOC.REQUEST'),
  'TEST_SETUP.RESOURCE_ALLOC.QUEUED': () =>
    arrive('TEST_SETUP.RESOURCE_ALLOC.QUEUED', {
      'allocate-environment': (run, start) =>
        contextOf(run).iteration === 0 ? calm['allocate-environment'](run, start) : queued,
    }),
  'TEST_SETUP.FLASH_OR_DEPLOY': () => arrive('TEST_SETUP.FLASH_OR_DEPLOY'),
  'TEST_SETUP.HEALTH_CHECK': () => arrive('TEST_SETUP.HEALTH_CHECK'),
  TEST_RUN: () => arrive('TEST_RUN'),
  'RESULT_COLLECTION.FETCH_LOGS': () => arrive('RESULT_COLLECTION.FETCH_LOGS'),
  'RESULT_COLLECTION.NORMALIZE': () => arrive('RESULT_COLLECTION.NORMALIZE'),
  'RESULT_COLLECTION.ATTACH_ARTIFACTS': () => arrive('RESULT_COLLECTION.ATTACH_ARTIFACTS'),
  RESULT_ANALYSIS: () => arrive('RESULT_ANALYSIS'),
  'CONVERGENCE_CHECK.ACCEPTANCE': () =>
    arrive('CONVERGENCE_CHECK.ACCEPTANCE', {
      'load-config': () => ({ ok: true, problems: [], acceptance: true }),
      ...passing([18, 34]),
    }),
  'CONVERGENCE_CHECK.ROLL_BACK': () => arrive('CONVERGENCE_CHECK.ROLL_BACK', passing([18, 24, 20])),
  'ERROR_RECOVERY.CLEAN_BUILD': () => arrive('ERROR_RECOVERY.CLEAN_BUILD', afterBase('build', broken)),
  'ERROR_RECOVERY.ROLL_BACK': () => arrive('ERROR_RECOVERY.ROLL_BACK', afterBase('build', broken)),
  'ERROR_RECOVERY.RESET_ENVIRONMENT': () =>
    arrive(
      'ERROR_RECOVERY.RESET_ENVIRONMENT',
      afterBase('run-tests', () => ran('crashed')),
    ),
  'ERROR_RECOVERY.CAPTURE_HANG': () =>
    arrive(
      'ERROR_RECOVERY.CAPTURE_HANG',
      afterBase('run-tests', () => ran('timeout')),
    ),
  'ERROR_RECOVERY.COLLECT_EVIDENCE': () =>
    arrive('ERROR_RECOVERY.COLLECT_EVIDENCE', { 'analyse-cause': () => analysed(0.4) }),
  'ERROR_RECOVERY.COOL_DOWN': () => play(afterBase('run-tests', () => ran('crashed'))),
  'HUMAN_REVIEW.OPEN': () => play({ 'propose-patch': (run) => patch(`f${contextOf(run).asked}`, { allowed: false }) }),
  'HUMAN_REVIEW.APPROVAL': () => play({ 'propose-patch': () => patch('bold', { risk: 0.9 }) }),
  'HUMAN_REVIEW.ROLL_BACK': () =>
    offer(firmwareLoop, ways['HUMAN_REVIEW.OPEN'](), { type: 'review.roll-back', to: 'best', ...by }).run,
  SUCCESS: () => play({}),
  SUCCESS_WITH_WARNING: () => play(passing([18]), { mode: 'ci' }),
  FAILURE: () => play(passing([8])),
  ABORTED: () => offer(firmwareLoop, scripted(firmwareLoop, calmInput), { type: 'engine.abort', ...by }).run,
};
