import { clip } from '#lib/format/clip.ts';
import { errorCodes } from '#lib/tasks/error-codes.ts';
import type { Failure, Node, OutputOf } from '../../edges.ts';
import type { TaskContext } from '../context.ts';
import { type TaskEdge, work } from '../edges.ts';
import { mostSummaries } from '../tunables.ts';

type Summed = OutputOf<'summarise-task'>;

/** What of a summary the run's final record holds. */
type Kept = Pick<Summed, 'commit' | 'files'> & { readonly summary: string | null };

const finalFact = (
  { outcome, reason, warning, trouble, statuses }: TaskContext,
  { summary, commit, files }: Kept = { summary: null, commit: null, files: 0 },
) => {
  const wrong = outcome === 'completed' ? null : trouble;
  return {
    kind: 'final',
    key: 'final',
    data: {
      ...{ outcome, reason, warning, code: trouble?.code ?? null, summary, commit, files },
      final_status: outcome ?? 'blocked',
      iterations: statuses.filter((status) => status === 'done').length,
      repo_snapshot: { base_commit: null, kept_commit: commit },
      last_error: wrong === null ? null : `${wrong.code}: ${wrong.message}`,
      abort_reason: outcome === 'aborted' ? reason : null,
      look_at_next: wrong === null ? null : errorCodes[wrong.code],
    },
  };
};

/** What was done and is not kept is not done. */
function lost({ outcome, reason, trouble }: TaskContext, why: string): Partial<TaskContext> {
  if (outcome !== 'completed') return { outcome: outcome ?? 'blocked' };
  return {
    outcome: 'blocked',
    reason: clip(`what was done could not be kept: ${why}; before that: ${reason}`, 600).text,
    trouble: trouble ?? { code: 'E_IO', message: clip(why, 300).text, from: 'EXECUTING' },
  };
}

const notSummedUp: readonly TaskEdge<Failure>[] = [
  {
    when: ({ summaries }) => summaries + 1 < mostSummaries,
    to: '#SUMMARIZING',
    reenter: true,
    label: 'again',
    because: ({ summaries }, { code, message }) => `try ${summaries + 2} of the summary after ${code}: ${message}`,
    change: ({ summaries }) => ({ summaries: summaries + 1 }),
  },
  {
    to: '#DONE',
    label: 'not summed up',
    because: (context, { message }) => `${lost(context, message).outcome}, without a summary: ${message}`,
    change: (context, { message }) => lost(context, message),
    record: [(context) => finalFact(context)],
  },
];

/** Keeps what was done and says what it is. Done twice it keeps the same. */
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
        when: (_, { trouble }) => typeof trouble === 'string',
        to: '#DONE',
        label: 'not kept',
        because: (context, { trouble }) =>
          `${lost(context, '').outcome}, as what was changed could not be kept: ${trouble}`,
        evidence: (_, { evidence }) => evidence,
        change: (context, { trouble }) => lost(context, trouble ?? ''),
        record: [finalFact],
      },
      {
        to: '#DONE',
        label: 'summed up',
        because: ({ outcome }, { summary }) => `${outcome ?? 'blocked'}: ${summary}`,
        evidence: (_, { evidence }) => evidence,
        record: [finalFact],
      },
    ],
    failed: notSummedUp,
  }),
};
