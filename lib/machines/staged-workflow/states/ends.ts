import type { Node } from '../../edges.ts';
import { placeIn, type WorkflowContext } from '../context.ts';
import { atOnce, due, type WorkflowEdge, work } from '../edges.ts';
import { finalFact } from '../facts.ts';
import { outside } from '../outside.ts';
import type { WorkflowState } from '../table.ts';
import { isAttended, waitsFor } from '../waiting.ts';

/** Before the workflow is started for the first time, and again after a reset. */
export const idle: Node<WorkflowContext> = {
  id: 'idle',
  ...waitsFor('start due', 'answer_minutes', {
    ...outside('idle'),
    ...due('TIMEOUT', {
      to: '#cancelled',
      label: 'never started',
      because: () => 'nobody started the workflow in time',
      change: ({ epoch }) => ({
        outcome: 'cancelled',
        reason: 'nobody started the workflow in time',
        epoch: epoch + 1,
      }),
    }),
  }),
};

/** What the workflow made is committed, and how it ended is filed; that it cannot be keeps no run from its end. */
export function closes(state: WorkflowState, to: string): Node<WorkflowContext> {
  return work('clean-up-workflow', {
    timeout: 'clean-up time-out',
    input: (context) => ({ place: placeIn(state, context), ends: true }),
    done: [{ to, because: (_, { summary }) => summary, evidence: (_, { evidence }) => evidence, record: finalFact }],
    failed: [
      {
        to,
        because: (_, { message }) => `the clean-up failed: ${message}`,
        record: (context) => finalFact(context, { commit: null, patch: null }),
      },
    ],
  });
}

/**
 * A state in which a workflow is over: what it made is committed, and for a while a person can reset it. The run itself
 * ends after that in a state of its own, as nothing leads out of an end.
 */
function over(state: 'workflow_completed' | 'cancelled'): Node<WorkflowContext> {
  const ends: WorkflowEdge<null> = {
    to: `#end-of-${state}`,
    label: 'over',
    because: ({ reason }) => (reason === '' ? 'the run is over' : reason),
  };
  return {
    id: state,
    on: outside(state),
    initial: 'cleaning',
    states: {
      cleaning: closes(state, 'deciding'),
      deciding: atOnce(
        {
          when: (context) =>
            isAttended(context) && context.outcome !== 'aborted' && context.settings.limits.reset_minutes > 0,
          to: 'open',
          because: ({ settings }) => `can be reset for ${settings.limits.reset_minutes} minutes`,
        },
        ends,
      ),
      open: waitsFor('reset due', 'reset_minutes', due('TIMEOUT', ends)),
    },
  };
}

export const workflowCompleted = over('workflow_completed');
export const cancelled = over('cancelled');
