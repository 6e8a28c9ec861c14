import type { Failure, Node, OutputOf } from '../../edges.ts';
import type { WorkflowContext } from '../context.ts';
import { atOnce, type Cause, due, rowOf, work } from '../edges.ts';
import { outside } from '../outside.ts';
import type { WorkflowEvent } from '../table.ts';
import { isAttended, waitsFor } from '../waiting.ts';

type Pending = 'workflow_update_pending' | 'step_update_pending';
type Answer = OutputOf<'answer-for-person'>;

const events = {
  workflow_update_pending: { yes: 'UPDATE_WORKFLOW_CONFIRMED', no: 'UPDATE_WORKFLOW_REJECTED' },
  step_update_pending: { yes: 'UPDATE_STEP_CONFIRMED', no: 'UPDATE_STEP_REJECTED' },
} as const satisfies Record<Pending, { yes: WorkflowEvent; no: WorkflowEvent }>;

/** Waits for a verdict on an update. Where nobody is around the playbook gives it; without one it is no. */
function pending(state: Pending): Node<WorkflowContext> {
  const { yes, no } = events[state];
  return {
    id: state,
    on: outside(state),
    initial: 'deciding',
    states: {
      deciding: atOnce(
        {
          when: isAttended,
          to: 'open',
          because: ({ proposal }) => `waits for a verdict on the update that ${proposal?.summary ?? ''}`,
        },
        {
          to: 'asking',
          because: ({ settings }) => `nobody is waited for in ${settings.mode} mode: the playbook is asked`,
        },
      ),
      open: waitsFor(
        'verdict due',
        'answer_minutes',
        due(
          'TIMEOUT',
          rowOf(
            state,
            no,
            said(() => ['nobody', 'no verdict in time']),
          ),
        ),
      ),
      asking: work('answer-for-person', {
        timeout: 'answer time-out',
        input: ({ proposal }) => ({
          question: `Shall the workflow be updated? The update ${proposal?.summary ?? ''}.`,
          options: ['yes', 'no'],
          about: 'confirmation',
        }),
        done: [
          rowOf<Answer>(state, yes, {
            ...said(({ reason }) => ['the playbook', reason]),
            when: (_, { answered, answer }) => answered && /^yes\b/i.test(answer),
          }),
          rowOf<Answer>(
            state,
            no,
            said(({ answered, reason }) => (answered ? ['the playbook', reason] : ['nobody', reason])),
          ),
        ],
        failed: [
          rowOf<Failure>(
            state,
            no,
            said(({ message }) => ['nobody', message]),
          ),
        ],
      }),
    },
  };
}

/** Who gave the verdict on the update that was shown, and why. */
function said<What>(read: (what: What) => readonly [by: string, reason: string]): Cause<What> {
  return {
    because: ({ proposal }, what) => `${read(what).join(': ')}; the update ${proposal?.summary ?? ''}`,
    payload: (what, { proposal }) => {
      const [by, reason] = read(what);
      return { by, reason, ...(proposal && { updateId: proposal.id }) };
    },
  };
}

export const workflowUpdatePending = pending('workflow_update_pending');
export const stepUpdatePending = pending('step_update_pending');
