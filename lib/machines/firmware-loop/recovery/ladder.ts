import { isInState } from '#lib/engine/is-in-state.ts';
import type { Change, FirmwareLoopContext } from '../context.ts';
import type { ErrorClass, Trouble } from './trouble.ts';

/** What a step runs before it goes on; null goes on at once. */
export type RecoveryAction =
  | 'clean-build'
  | 'roll-back'
  | 'reset-environment'
  | 'capture-hang'
  | 'collect-evidence'
  | 'cool-down';

/** Where a recovered run goes on; a state comes before those inside it. */
const recoveryTargets = [
  'INIT.LOAD_CONFIG',
  'INIT.VALIDATE_ENVIRONMENT',
  'INIT.SETUP_REPOSITORY',
  'INIT.BASELINE_BUILD',
  'INIT.BASELINE_TEST',
  'INIT.BASELINE_TEST.FETCH_LOGS',
  'CODE_ANALYSIS',
  'PATCH_GENERATION',
  'PATCH_APPLY',
  'BUILD_SETUP',
  'BUILD_RUN',
  'TEST_SETUP',
  'RESULT_COLLECTION',
  'RESULT_ANALYSIS',
  'HUMAN_REVIEW',
  'FAILURE',
] as const;
export type RecoveryTarget = (typeof recoveryTargets)[number];

export interface LadderStep {
  /** What is done, as a phrase for the trace. */
  readonly does: string;
  readonly action: RecoveryAction | null;
  readonly to: (trouble: Trouble) => RecoveryTarget;
  /** A step that makes no sense here is passed over. */
  readonly applies?: (context: FirmwareLoopContext, trouble: Trouble) => boolean;
  readonly change?: (context: FirmwareLoopContext) => Change;
  /** The iteration is over without a result. */
  readonly spendsIteration?: true;
}

const cleanAndRebuild: LadderStep = {
  does: 'clean and rebuild once',
  action: 'clean-build',
  to: (trouble) => atHome(trouble, 'BUILD_RUN'),
};

const revert: LadderStep = {
  does: "revert the patch and analyse again with the compiler's output as evidence",
  action: 'roll-back',
  to: () => 'CODE_ANALYSIS',
  applies: (context) => context.iteration > 0,
  spendsIteration: true,
};

const reset: LadderStep = {
  does: 'reset the environment',
  action: 'reset-environment',
  to: (trouble) => atHome(trouble, 'TEST_SETUP'),
};

const anotherBoard: LadderStep = {
  does: 'take another board of the type',
  action: null,
  to: (trouble) => atHome(trouble, 'TEST_SETUP'),
  applies: (context) => context.board !== null,
  change: ({ avoid, board }) => ({ avoid: board === null ? avoid : [...avoid, board].slice(-5), board: null }),
};

const coolDown: LadderStep = {
  does: 'cool down, then probe once',
  action: 'cool-down',
  to: (trouble) => atHome(trouble, 'TEST_SETUP'),
};

const capture: LadderStep = {
  does: 'keep registers and console, power-cycle and collect what there is; the hung test is an error',
  action: 'capture-hang',
  to: (trouble) => (isInState(trouble.from, 'INIT') ? 'INIT.BASELINE_TEST.FETCH_LOGS' : 'RESULT_COLLECTION'),
  change: () => ({ hung: true }),
};

const retryState: LadderStep = {
  does: 'run the state once more',
  action: null,
  to: stateOf,
  applies: (_, trouble) => trouble.idempotent,
};

const rollBack: LadderStep = {
  does: 'roll back and analyse again',
  action: 'roll-back',
  to: () => 'CODE_ANALYSIS',
  applies: (context) => context.iteration > 0 && context.kept !== null,
};

const collectAgain: LadderStep = {
  does: 'collect the results again',
  action: null,
  to: (trouble) => (isInState(trouble.from, 'INIT') ? 'INIT.BASELINE_TEST.FETCH_LOGS' : 'RESULT_COLLECTION'),
};

const runAgain: LadderStep = {
  does: 'run the tests again',
  action: null,
  to: (trouble) => atHome(trouble, 'TEST_SETUP'),
};

const collectMore: LadderStep = {
  does: 'collect more evidence',
  action: 'collect-evidence',
  to: () => 'CODE_ANALYSIS',
};

const byRules: LadderStep = {
  does: 'go by keywords and error codes, without a model',
  action: null,
  to: thinkingState,
  applies: (context) => context.by !== 'rules',
  change: () => ({ by: 'rules' }),
};

const nextAgent: LadderStep = {
  does: 'ask the next agent of the strategy',
  action: null,
  to: thinkingState,
  applies: (context) => context.strategy.agent + 1 < agentsOf(context),
  change: ({ strategy }) => ({ strategy: { ...strategy, agent: strategy.agent + 1 }, by: 'agent' }),
};

const askAgain: LadderStep = { does: 'ask again', action: null, to: thinkingState };

const onlyMinimal: LadderStep = {
  does: 'ask again for the smallest change only',
  action: null,
  to: () => 'PATCH_GENERATION',
  change: () => ({ constraint: 'minimal' }),
};

const onlyLogging: LadderStep = {
  does: 'ask again for logging only, with no change of logic',
  action: null,
  to: () => 'PATCH_GENERATION',
  change: () => ({ constraint: 'log-only' }),
};

const review: LadderStep = {
  does: 'let a person decide',
  action: null,
  to: () => 'HUMAN_REVIEW',
  applies: (context) => context.settings.mode === 'interactive',
};

const merge: LadderStep = {
  does: 'apply with a three-way merge',
  action: null,
  to: () => 'PATCH_APPLY',
  change: () => ({ merge: 'three-way' }),
};

const regenerate: LadderStep = {
  does: 'ask for another patch',
  action: null,
  to: () => 'PATCH_GENERATION',
  change: () => ({ merge: 'strict' }),
};

/** Tests that hang are an outcome of the firmware, so each hang is captured and counted as a result. */
export const hangLadder: readonly LadderStep[] = [capture, runAgain];

/** The steps of each class in order: the next is taken only when the one before did not help. */
export const ladder = {
  BUILD_FAILURE: [cleanAndRebuild, revert],
  TOOLCHAIN_MISSING: [],
  CONFIG_INVALID: [],
  TEST_ENV_FAILURE: [reset, anotherBoard, coolDown],
  TIMEOUT: [retryState, rollBack],
  ARTIFACT_MISSING: [collectAgain, runAgain],
  ANALYSIS_FAILURE: [collectMore, byRules, nextAgent],
  MODEL_FAILURE: [askAgain, nextAgent, byRules],
  NOTHING_LEFT: [nextAgent],
  POLICY_VIOLATION: [onlyMinimal, onlyLogging, review],
  PATCH_APPLY_FAILURE: [merge, regenerate],
  REPEATED_PATCH: [regenerate, regenerate, regenerate],
  INCONCLUSIVE_RESULT: [runAgain],
  BUDGET_SPENT: [],
  ACTIVITY_LOST: [rollBack],
  UNHANDLED_EXCEPTION: [rollBack],
} as const satisfies Record<ErrorClass, readonly LadderStep[]>;

/** Trouble of the baseline is answered where it arose. */
function atHome(trouble: Trouble, otherwise: RecoveryTarget): RecoveryTarget {
  return isInState(trouble.from, 'INIT') ? stateOf(trouble) : otherwise;
}

/** The state to enter again: the named one or the one around it; tests run again from their setup on. */
function stateOf({ from }: Trouble): RecoveryTarget {
  if (isInState(from, 'TEST_RUN')) return 'TEST_SETUP';
  return recoveryTargets.find((target) => isInState(from, target)) ?? 'RESULT_ANALYSIS';
}

/** A model fails where it is asked: for a cause, a patch or an opinion on results. */
function thinkingState(trouble: Trouble): RecoveryTarget {
  return isInState(trouble.from, 'INIT') ? 'FAILURE' : stateOf(trouble);
}

function agentsOf({ settings, strategy }: FirmwareLoopContext): number {
  return settings.strategies.find(({ name }) => name === strategy.name)?.agents.length ?? 0;
}
