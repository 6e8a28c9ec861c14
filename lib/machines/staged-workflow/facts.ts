import { behaviorId, rowKey } from '#lib/workflow/rows.ts';
import type { Fact } from '../edges.ts';
import { stageId, stepId, type WorkflowContext } from './context.ts';
import type { WorkflowState } from './table.ts';

/** Where in the hierarchy something is filed. */
export function placeOf(context: WorkflowContext) {
  const { round, iteration } = context;
  return {
    round,
    stage_id: stageId(context) ?? 'none',
    step_id: stepId(context),
    behavior_id: iteration === 0 ? null : behaviorId(iteration),
  };
}

/** The row of the behavior that is worked on. */
export function behaviorFact(status: 'running' | 'completed' | 'failed' | 'stopped') {
  return (context: WorkflowContext): Fact => ({
    kind: 'behavior',
    key: rowKey(context.round, context.serial),
    data: { ...placeOf(context), serial: context.serial, iteration: context.iteration, status },
  });
}

/** The row of a verdict on the update that was judged last. */
export function verdictFact(verdict: 'confirmed' | 'rejected') {
  return (
    { judged }: WorkflowContext,
    { by = 'nobody', reason = '' }: { by?: string | undefined; reason?: string | undefined },
  ): Fact => ({
    kind: 'update',
    key: judged ?? 'none',
    data: { id: judged ?? 'none', verdict, by, reason },
  });
}

/** The row of the history of the protocol, in its own words. */
export function movedFact(from: WorkflowState, event: string, to: WorkflowState) {
  return ({ moves, round }: WorkflowContext, at: number): Fact => ({
    kind: 'fsm',
    key: rowKey(moves),
    data: { round, from, event, to, at },
  });
}

/** What reports and pages know of the end. */
export function finalFact(
  { outcome, reason, serial, trouble }: WorkflowContext,
  { commit, patch }: { readonly commit: string | null; readonly patch: string | null },
): Fact {
  return {
    kind: 'final',
    key: 'final',
    data: {
      final_status: outcome ?? 'cancelled',
      reason,
      iterations: serial,
      repo_snapshot: { base_commit: null, kept_commit: commit },
      commit,
      patch,
      last_error: outcome === 'failed' ? (trouble?.message ?? null) : null,
      abort_reason: outcome === 'aborted' ? reason : null,
    },
  };
}
