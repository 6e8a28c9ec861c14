/** States that do work and therefore have a time-out of their own. */
export const timedStates = [
  'INIT',
  'CODE_ANALYSIS',
  'PATCH_GENERATION',
  'PATCH_APPLY',
  'BUILD_SETUP',
  'BUILD_RUN',
  'TEST_SETUP',
  'TEST_RUN',
  'RESULT_COLLECTION',
  'RESULT_ANALYSIS',
  'CONVERGENCE_CHECK',
  'ERROR_RECOVERY',
  'HUMAN_REVIEW',
] as const;
export type TimedState = (typeof timedStates)[number];

/**
 * `state_timeout_sec` of each state where the run names none, per activity of the state. Too short costs a recovery,
 * too long only delays it.
 */
export const stateTimeoutSec = {
  INIT: 3_600,
  CODE_ANALYSIS: 1_800,
  PATCH_GENERATION: 2_700,
  PATCH_APPLY: 300,
  BUILD_SETUP: 1_200,
  BUILD_RUN: 3_600,
  TEST_SETUP: 1_200,
  TEST_RUN: 7_200,
  RESULT_COLLECTION: 900,
  RESULT_ANALYSIS: 900,
  CONVERGENCE_CHECK: 7_200,
  ERROR_RECOVERY: 900,
  HUMAN_REVIEW: 300,
} as const satisfies Record<TimedState, number>;

/** Recoveries of one error class before the run gives up (design §7). */
export const recoveriesPerClass = 3;
/** Iterations in a row that do not build before the run gives up. */
export const unbuildableInARow = 3;
/** Roll backs in a row that break the loop. */
export const rollBacksInARow = 5;
/** The n-th repeat of a patch that counts as going in circles. */
export const repeatsAllowed = 3;
/** Confirming iterations in a row before the loop looks for a cause again; the widest stability window is 5. */
export const confirmationsInARow = 5;
/** Confidence under which an analysis is not worked with (design §7). */
export const analysisConfidence = 0.5;
/** Fingerprints of patches that are remembered; older ones may be proposed again. */
export const fingerprintsKept = 24;
