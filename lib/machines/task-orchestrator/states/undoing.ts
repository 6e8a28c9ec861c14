import type { Node } from '../../edges.ts';
import type { TaskContext } from '../context.ts';
import { on, work } from '../edges.ts';
import { stepInWords } from '../words.ts';

/** What a person wants undone, in words: a step of the plan and what followed, or all that the task has changed. */
function undoneInWords(context: TaskContext, step: number | undefined | null): string {
  return step == null
    ? 'everything that the task has changed'
    : `${stepInWords({ ...context, at: { step, call: 0 } })} and what followed`;
}

/** Where the wish of a person to undo leads; it is bound to the plan that was shown. */
export const undo = on('UNDO', {
  when: ({ plan }, { planId, step }) =>
    planId === plan?.planId && (step === undefined || step < (plan?.steps.length ?? 0)),
  to: 'UNDO',
  label: 'undo',
  because: (context, { by, reason, step }) =>
    `${by} undoes ${undoneInWords(context, step)}${reason === '' ? '' : `: ${reason}`}`,
  change: (context, { by, reason, step }) => ({
    undoing: {
      step: step ?? null,
      lesson: `${by} has undone ${undoneInWords(context, step)}${reason === '' ? '' : `: ${reason}`}`.slice(0, 400),
    },
  }),
});

/** Puts the tree back for a person. What is left is planned anew; where nothing was to be undone the task waits on. */
export const undoing: Node<TaskContext> = work('undo-writes', {
  timeout: 'recovery time-out',
  input: ({ lineage, undoing }) =>
    undoing === null || undoing.step === null
      ? { since: 'run', planIds: [], step: 0 }
      : { since: 'step', planIds: [...lineage], step: undoing.step },
  done: [
    {
      when: (_, { ok, files }) => ok && files > 0,
      to: '#PLANNING',
      label: 'undone',
      because: (_, { reason }) => `${reason}; what is left is planned anew`,
      change: ({ constraints, undoing }) => ({
        undoing: null,
        constraints: [...constraints, undoing?.lesson ?? ''].slice(-10),
      }),
    },
    {
      to: 'OPEN',
      label: 'nothing undone',
      because: (_, { ok, reason }) => (ok ? reason : `it could not be undone: ${reason}`),
      change: () => ({ undoing: null }),
    },
  ],
  failed: [
    {
      to: 'OPEN',
      label: 'not undone',
      because: (_, { message }) => `it could not be undone: ${message}`,
      change: () => ({ undoing: null }),
    },
  ],
});
