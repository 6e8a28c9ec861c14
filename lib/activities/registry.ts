import { analyseCause, collectEvidence, estimateImpact, triageLogs } from './analysis.ts';
import { build, cleanBuild, prepareBuild } from './build.ts';
import type { ActivityContract } from './contract.ts';
import { allocateEnvironment, captureHang, checkHealth, deploy, resetEnvironment } from './environment.ts';
import { applyPatch, proposePatch } from './patch.ts';
import {
  archivePrd,
  draftPrd,
  fixTask,
  implementTask,
  keepCheckpoint,
  noteContext,
  returnToCheckpoint,
  verifyPrd,
} from './prd.ts';
import { loadConfig, rollBack, setupRepository, validateEnvironment } from './repository.ts';
import { analyseResults, attachArtifacts, fetchLogs, normaliseResults } from './results.ts';
import {
  commitWork,
  completeSession,
  deployWork,
  draftCommit,
  judgeSession,
  refineMessage,
  runSessionChecks,
  standInForJudge,
  workInSession,
} from './session.ts';
import {
  answerForPerson,
  draftPlan,
  draftRepair,
  gatherContext,
  summariseTask,
  takeInRequest,
  undoWrites,
  useReadTool,
  useTool,
  verifyTask,
} from './task.ts';
import { runAcceptance, runTests } from './testing.ts';
import { askGenerating, askPlanning, cleanUpWorkflow, keepNotebook, performAction } from './workflow.ts';

/** The activities of the firmware loop. */
export const firmwareActivities = {
  'load-config': loadConfig,
  'validate-environment': validateEnvironment,
  'setup-repository': setupRepository,
  'triage-logs': triageLogs,
  'collect-evidence': collectEvidence,
  'analyse-cause': analyseCause,
  'estimate-impact': estimateImpact,
  'propose-patch': proposePatch,
  'apply-patch': applyPatch,
  'roll-back': rollBack,
  'prepare-build': prepareBuild,
  build,
  'clean-build': cleanBuild,
  'allocate-environment': allocateEnvironment,
  deploy,
  'check-health': checkHealth,
  'reset-environment': resetEnvironment,
  'capture-hang': captureHang,
  'run-tests': runTests,
  'run-acceptance': runAcceptance,
  'fetch-logs': fetchLogs,
  'normalise-results': normaliseResults,
  'attach-artifacts': attachArtifacts,
  'analyse-results': analyseResults,
} as const satisfies Record<string, ActivityContract>;

/** The activities of the task orchestrator. */
export const taskActivities = {
  'take-in-request': takeInRequest,
  'answer-for-person': answerForPerson,
  'gather-context': gatherContext,
  'draft-plan': draftPlan,
  'use-read-tool': useReadTool,
  'use-tool': useTool,
  'verify-task': verifyTask,
  'draft-repair': draftRepair,
  'undo-writes': undoWrites,
  'summarise-task': summariseTask,
} as const satisfies Record<string, ActivityContract>;

/** The activities of the PRD agent, beside asking for a person. */
export const prdActivities = {
  'note-context': noteContext,
  'draft-prd': draftPrd,
  'implement-task': implementTask,
  'fix-task': fixTask,
  'verify-prd': verifyPrd,
  'keep-checkpoint': keepCheckpoint,
  'return-to-checkpoint': returnToCheckpoint,
  'archive-prd': archivePrd,
} as const satisfies Record<string, ActivityContract>;

/** The activities of the brain session. */
export const sessionActivities = {
  'work-in-session': workInSession,
  'judge-session': judgeSession,
  'stand-in-for-judge': standInForJudge,
  'run-session-checks': runSessionChecks,
  'draft-commit': draftCommit,
  'commit-work': commitWork,
  'deploy-work': deployWork,
  'refine-message': refineMessage,
  'complete-session': completeSession,
} as const satisfies Record<string, ActivityContract>;

/** The activities of staged workflows. */
export const workflowActivities = {
  'ask-planning': askPlanning,
  'ask-generating': askGenerating,
  'perform-action': performAction,
  'keep-notebook': keepNotebook,
  'clean-up-workflow': cleanUpWorkflow,
} as const satisfies Record<string, ActivityContract>;

/** Every activity by its name. */
export const activityContracts = {
  ...firmwareActivities,
  ...taskActivities,
  ...workflowActivities,
  ...prdActivities,
  ...sessionActivities,
};

export type ActivityName = keyof typeof activityContracts;

/** The contract of a name that comes from a machine or a stored row, or null for a name that is not known. */
export function contractOf(activity: string): ActivityContract | null {
  const known: Readonly<Record<string, ActivityContract>> = activityContracts;
  return known[activity] ?? null;
}
