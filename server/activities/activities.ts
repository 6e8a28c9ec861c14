import { type ActivityName, activityContracts } from '#lib/activities/registry.ts';
import type { Json } from '#lib/engine/json.ts';
import { redactJson } from '#server/artifacts/redact-json.ts';
import type { Redact } from '#server/artifacts/redaction.ts';
import { ActivityFailure, type RunnableActivity } from './context.ts';
import { allocateEnvironment } from './firmware/allocate-environment.ts';
import { analyseCause } from './firmware/analyse-cause.ts';
import { analyseResults } from './firmware/analyse-results.ts';
import { applyPatch } from './firmware/apply-patch.ts';
import { attachArtifacts } from './firmware/attach-artifacts.ts';
import { build } from './firmware/build.ts';
import { captureHang } from './firmware/capture-hang.ts';
import { checkHealth } from './firmware/check-health.ts';
import { cleanBuild } from './firmware/clean-build.ts';
import { collectEvidence } from './firmware/collect-evidence.ts';
import { deploy } from './firmware/deploy.ts';
import { estimateImpact } from './firmware/estimate-impact.ts';
import { fetchLogs } from './firmware/fetch-logs.ts';
import { loadConfig } from './firmware/load-config.ts';
import { normaliseResults } from './firmware/normalise-results.ts';
import { prepareBuild } from './firmware/prepare-build.ts';
import { proposePatch } from './firmware/propose-patch.ts';
import { resetEnvironment } from './firmware/reset-environment.ts';
import { rollBack } from './firmware/roll-back.ts';
import { runAcceptance } from './firmware/run-acceptance.ts';
import { runTests } from './firmware/run-tests.ts';
import { setupRepository } from './firmware/setup-repository.ts';
import { triageLogs } from './firmware/triage-logs.ts';
import { validateEnvironment } from './firmware/validate-environment.ts';
import type { Perform } from './perform.ts';
import { archivePrd } from './prd/archive-prd.ts';
import { draftPrd } from './prd/draft-prd.ts';
import { fixTask } from './prd/fix-task.ts';
import { implementTask } from './prd/implement-task.ts';
import { keepCheckpoint } from './prd/keep-checkpoint.ts';
import { noteContext } from './prd/note-context.ts';
import { returnToCheckpoint } from './prd/return-to-checkpoint.ts';
import { verifyPrd } from './prd/verify-prd.ts';
import { commitWork } from './session/commit/commit-work.ts';
import { completeSession } from './session/complete-session.ts';
import { deployWork } from './session/deploy-work.ts';
import { draftCommit } from './session/draft-commit.ts';
import { judgeSession } from './session/judge-session.ts';
import { refineMessage } from './session/refine-message.ts';
import { runSessionChecks } from './session/run-session-checks.ts';
import { standInForJudge } from './session/stand-in-for-judge.ts';
import { workInSession } from './session/work-in-session.ts';
import { answerForPerson } from './task/answer-for-person.ts';
import { draftPlan } from './task/draft-plan.ts';
import { draftRepair } from './task/draft-repair.ts';
import { gatherContext } from './task/gather-context.ts';
import { summariseTask } from './task/summarise-task.ts';
import { takeInRequest } from './task/take-in-request.ts';
import { undoWrites } from './task/undo-writes.ts';
import { useReadTool } from './task/use-read-tool.ts';
import { useTool } from './task/use-tool.ts';
import { verifyTask } from './task/verify-task.ts';
import { askGenerating } from './workflow/ask-generating.ts';
import { askPlanning } from './workflow/ask-planning.ts';
import { cleanUpWorkflow } from './workflow/clean-up-workflow.ts';
import { keepNotebook } from './workflow/keep-notebook.ts';
import { performAction } from './workflow/perform-action.ts';

/** The work behind each contract; an activity without a row does not compile. */
const activities: { readonly [Name in ActivityName]: Perform<(typeof activityContracts)[Name]> } = {
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
  'note-context': noteContext,
  'draft-prd': draftPrd,
  'implement-task': implementTask,
  'fix-task': fixTask,
  'verify-prd': verifyPrd,
  'keep-checkpoint': keepCheckpoint,
  'return-to-checkpoint': returnToCheckpoint,
  'archive-prd': archivePrd,
  'work-in-session': workInSession,
  'judge-session': judgeSession,
  'stand-in-for-judge': standInForJudge,
  'run-session-checks': runSessionChecks,
  'draft-commit': draftCommit,
  'commit-work': commitWork,
  'deploy-work': deployWork,
  'refine-message': refineMessage,
  'complete-session': completeSession,
  'ask-planning': askPlanning,
  'ask-generating': askGenerating,
  'perform-action': performAction,
  'keep-notebook': keepNotebook,
  'clean-up-workflow': cleanUpWorkflow,
};

/**
 * These wait themselves for `context.mayChangeTree` before they change the run's tree, and for `context.confirmed` before they
 * change anything else or ask anybody; so do instant ones. All others begin once they are confirmed.
 */
const aheadOfStep: ReadonlySet<string> = new Set<ActivityName>(['apply-patch', 'build', 'run-tests']);

/** See `RunnableActivity`. A patch, which nobody renews, waits for its step before it is over. */
const overAheadOfStep: ReadonlySet<string> = new Set<ActivityName>(['build', 'run-tests']);

/**
 * An activity with its contract around it: what goes in and what comes out is checked, and comes out without secrets, as
 * a compiler's error or a test's name may hold one. Null for an unknown name.
 */
export function runnableActivity(name: string): RunnableActivity | null {
  if (!(name in activities)) return null;
  const known = name as ActivityName;
  const contract = activityContracts[known];
  const perform = activities[known] as Perform<typeof contract>;
  return {
    timeoutMs: contract.timeoutMs,
    begins: contract.instant ? 'instant' : aheadOfStep.has(name) ? 'ahead' : 'confirmed',
    endsAhead: overAheadOfStep.has(name),
    async run(input, context) {
      const checked = contract.input.safeParse(input);
      if (!checked.success)
        throw new ActivityFailure('UNHANDLED_EXCEPTION', `${name} was asked wrongly: ${checked.error.message}`, {
          final: true,
        });
      const { redact } = context.host;
      const output = await perform(checked.data as never, context).catch((error: unknown) => {
        throw withoutSecrets(error, redact);
      });
      const answer = contract.output.safeParse(redactJson(output as Json, redact));
      if (!answer.success)
        throw new ActivityFailure('UNHANDLED_EXCEPTION', `${name} answered wrongly: ${answer.error.message}`, {
          final: true,
        });
      return answer.data as Json;
    },
  };
}

function withoutSecrets(error: unknown, redact: Redact): unknown {
  if (error instanceof ActivityFailure) {
    const { code, message, details, final, cause } = error;
    return new ActivityFailure(code, redact(message), { details: redactJson(details, redact), final, cause });
  }
  return error instanceof Error ? new Error(redact(error.message), { cause: error }) : error;
}
