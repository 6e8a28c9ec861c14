/**
 * The workflow in words. It goes through its stages (`stage_running`), each through its steps (`step_running`). Planning is
 * asked before every step; while its target is not achieved a behavior is begun (`behavior_running`), for which Generating
 * gives actions. They add cells to a notebook and execute them one by one (`action_running`, `action_completed`); then
 * Planning says whether another behavior is needed, the step is done, or neither (`behavior_completed`). An update of the
 * workflow that Planning proposes waits for a person (`workflow_update_pending`, `step_update_pending`). What fails stands
 * in `error`, cleaned up, until somebody resets it or begins the behavior or the whole workflow again.
 *
 * The rows are those of `table.ts`; each is taken by the answer of a service or by an event from outside.
 */
import { createMachine, fromCallback } from 'xstate';
import { activityContracts } from '#lib/activities/registry.ts';
import { limitsEdge, noteEdge } from '../control-edges.ts';
import { consequences } from './consequences.ts';
import { initialContext, type WorkflowContext, type WorkflowOutcome } from './context.ts';
import { on, type WorkflowEdge } from './edges.ts';
import { stagedWorkflowInput } from './input.ts';
import { changed } from './limits.ts';
import { actionCompleted, behaviorCompleted, stageCompleted, stepCompleted } from './states/completed.ts';
import { cancelled, idle, workflowCompleted } from './states/ends.ts';
import { error } from './states/error.ts';
import { actionRunning, behaviorRunning, stageRunning, stepRunning } from './states/running.ts';
import { stepUpdatePending, workflowUpdatePending } from './states/updates.ts';
import { stateTimeouts } from './tunables.ts';

/** The engine runs activities; XState only needs to know that the names exist. */
const actors = Object.fromEntries(Object.keys(activityContracts).map((name) => [name, fromCallback(() => {})]));

export const stagedWorkflowMachine = createMachine(
  {
    id: 'staged-workflow',
    context: ({ input }: { input: unknown }): WorkflowContext => initialContext(stagedWorkflowInput.parse(input)),
    initial: 'idle',
    on: {
      ...on(
        'control.abort',
        stops('aborted', (_, { by, reason }: { by: string; reason: string }) => `aborted by ${by}: ${reason}`),
      ),
      ...on(
        'control.timeout',
        stops('cancelled', ({ settings }) => `the run's ${settings.limits.timeout_minutes ?? 0} minutes are up`),
      ),
      ...on('control.message', noteEdge()),
      ...on('control.limits', limitsEdge(changed)),
    },
    states: {
      idle,
      stage_running: stageRunning,
      step_running: stepRunning,
      behavior_running: behaviorRunning,
      action_running: actionRunning,
      action_completed: actionCompleted,
      behavior_completed: behaviorCompleted,
      step_completed: stepCompleted,
      stage_completed: stageCompleted,
      workflow_completed: workflowCompleted,
      workflow_update_pending: workflowUpdatePending,
      step_update_pending: stepUpdatePending,
      error,
      cancelled,
      'workflow_completed.ended': { id: 'end-of-workflow_completed', type: 'final' },
      'cancelled.ended': { id: 'end-of-cancelled', type: 'final' },
      'error.ended': { id: 'end-of-error', type: 'final' },
    },
  },
  { actors, delays: stateTimeouts },
);

/** The engine's own ways to end a run lead to `cancelled` from wherever it stands. */
function stops<What>(
  outcome: WorkflowOutcome,
  because: (context: WorkflowContext, what: What) => string,
): WorkflowEdge<What> {
  return {
    to: '#cancelled',
    label: outcome,
    because,
    change: (context, what) => ({
      ...consequences.CANCEL.change?.(context, { outcome, words: because(context, what) }),
    }),
  };
}
