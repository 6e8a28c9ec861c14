import type { Node } from '../../edges.ts';
import type { TaskContext } from '../context.ts';
import { work } from '../edges.ts';

/** Says what was done. A summary that cannot be written changes nothing of how the task ended. */
export const summarizing: Node<TaskContext> = {
  id: 'SUMMARIZING',
  ...work('summarise-task', {
    timeout: 'summary time-out',
    input: ({ outcome, reason, trouble, plan, statuses }) => ({
      outcome: outcome ?? 'blocked',
      reason,
      code: trouble?.code ?? null,
      steps: (plan?.steps ?? []).map(({ id }, at) => ({ id, status: statuses[at] ?? 'pending' })),
    }),
    done: [
      {
        to: '#DONE',
        label: 'summed up',
        because: ({ outcome }, { summary }) => `${outcome ?? 'blocked'}: ${summary}`,
        evidence: (_, { evidence }) => evidence,
        record: [
          ({ outcome, reason, warning, trouble }, { summary, commit, files }) => ({
            kind: 'final',
            key: 'final',
            data: { outcome, reason, warning, code: trouble?.code ?? null, summary, commit, files },
          }),
        ],
      },
    ],
    failed: [
      {
        to: '#DONE',
        label: 'not summed up',
        because: ({ outcome }, { message }) => `${outcome ?? 'blocked'}, without a summary: ${message}`,
        record: [
          ({ outcome, reason, warning, trouble }) => ({
            kind: 'final',
            key: 'final',
            data: { outcome, reason, warning, code: trouble?.code ?? null, summary: null, commit: null, files: 0 },
          }),
        ],
      },
    ],
  }),
};
