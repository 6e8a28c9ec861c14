import type { Node, OutputOf } from '../../edges.ts';
import { placeIn, stepId, type WorkflowContext } from '../context.ts';
import { atOnce, type Cause, due, row, type WorkflowEdge, work } from '../edges.ts';
import { outside } from '../outside.ts';
import { mostRecoveries } from '../tunables.ts';
import { isAttended, waitsFor } from '../waiting.ts';
import { closes } from './ends.ts';

type Answer = OutputOf<'answer-for-person'>;

/** The behavior can be begun again unless there is none, or the service stands elsewhere: then only the whole workflow can. */
const isLocal = (context: WorkflowContext): boolean =>
  stepId(context) !== null && context.trouble?.code !== 'OUT_OF_SYNC';

const again: Pick<Cause<null>, 'first'> = { first: ({ recoveries }) => ({ recoveries: recoveries + 1 }) };

const recovery = ({ recoveries, trouble }: WorkflowContext): string =>
  `recovery ${recoveries + 1} without a person, after ${trouble?.code ?? 'an error'}: ${trouble?.message ?? ''}`;

const isLeft = ({ recoveries, settings }: WorkflowContext): boolean => recoveries < settings.limits.recoveries;

const givesUp = <What>(because: (context: WorkflowContext, what: What) => string): WorkflowEdge<What> => ({
  to: 'closing',
  label: 'given up',
  because: (context, what) =>
    `${because(context, what)}; ${context.trouble?.code ?? ''}: ${context.trouble?.message ?? ''}`,
  change: ({ trouble }) => ({ outcome: 'failed', reason: `${trouble?.code ?? 'SAID'}: ${trouble?.message ?? ''}` }),
});

/** What was going on is stopped; then a person decides. Where nobody is around one recovery is tried, then the playbook asked. */
export const error: Node<WorkflowContext> = {
  id: 'error',
  on: outside('error'),
  initial: 'cleaning',
  states: {
    cleaning: work('clean-up-workflow', {
      timeout: 'clean-up time-out',
      input: (context) => ({ place: placeIn('error', context), ends: false }),
      done: [{ to: 'deciding', because: (_, { summary }) => summary, evidence: (_, { evidence }) => evidence }],
      failed: [{ to: 'deciding', because: (_, { message }) => `the clean-up failed: ${message}` }],
    }),
    deciding: atOnce(
      {
        when: isAttended,
        to: 'open',
        because: ({ trouble }) => `waits for a person, after ${trouble?.code ?? 'an error'}: ${trouble?.message ?? ''}`,
      },
      row('error', 'START_BEHAVIOR', {
        ...again,
        when: (context) => isLeft(context) && isLocal(context),
        because: recovery,
      }),
      row('error', 'START_WORKFLOW', { ...again, when: isLeft, because: recovery }),
      {
        to: 'asking',
        because: ({ recoveries }) => `${recoveries} of its own recoveries are used up: the playbook is asked`,
      },
    ),
    open: waitsFor(
      'decision due',
      'answer_minutes',
      due(
        'TIMEOUT',
        givesUp(() => 'nobody decided in time'),
      ),
    ),
    asking: work('answer-for-person', {
      timeout: 'answer time-out',
      input: ({ trouble }) => ({
        question: `The workflow stands in error (${trouble?.code ?? ''}): ${trouble?.message ?? ''}. What shall be done?`,
        options: ['START_BEHAVIOR', 'START_WORKFLOW', 'give up'],
        about: 'block',
      }),
      done: [
        row<'error', Answer>('error', 'START_BEHAVIOR', told('START_BEHAVIOR')),
        row<'error', Answer>('error', 'START_WORKFLOW', told('START_WORKFLOW')),
        givesUp((_, { reason }) => `given up: ${reason}`),
      ],
      failed: [givesUp((_, { message }) => `given up: ${message}`)],
    }),
    closing: closes('error', '#end-of-error'),
  },
};

function told(event: 'START_BEHAVIOR' | 'START_WORKFLOW'): Cause<Answer> {
  return {
    first: ({ recoveries }) => ({ recoveries: recoveries + 1 }),
    when: ({ recoveries }, { answered, answer }) => answered && answer === event && recoveries < mostRecoveries,
    because: (_, { reason }) => `the playbook: ${reason}`,
  };
}
