import type { Failure, Node } from '../../edges.ts';
import type { PrdContext } from '../context.ts';
import { ending, noting, type PrdEdge, triggered, work } from '../edges.ts';
import { mostTries } from '../tunables.ts';
import { doneSoFar } from '../words.ts';
import { troubleOf } from './executing.ts';

const again: readonly PrdEdge<Failure>[] = [
  {
    when: ({ tries }) => tries + 1 < mostTries,
    to: 'KEEP',
    reenter: true,
    label: 'again',
    because: ({ tries }, { code, message }) =>
      `archiving failed ${tries + 1} of ${mostTries} times (${code}): ${message}`,
    change: ({ tries }) => ({ tries: tries + 1 }),
  },
  {
    to: '#BLOCKED',
    label: `${mostTries} failures`,
    because: (_, { code, message }) => `archiving failed ${mostTries} times, the last time with ${code}: ${message}`,
    change: (_, { message }) => ({ tries: 0, failure: troubleOf('archive', null, message) }),
  },
];

/** Keeps the document, its tasks, the diffs and the results. */
export const archiving: Node<PrdContext> = {
  id: 'ARCHIVING',
  initial: 'NOTE',
  states: {
    NOTE: noting('ARCHIVING', { to: 'KEEP' }),
    KEEP: work('archive-prd', {
      timeout: 'archive time-out',
      input: ({ prd, statuses, checkpoint, tree }) => ({
        prdId: prd?.prdId ?? 'none',
        statuses: [...statuses],
        tree: tree.commit,
        n: tree.n + 1,
        last_checkpoint: checkpoint?.name ?? null,
      }),
      done: [
        {
          ...triggered(
            'ARCHIVE_COMPLETE',
            ending<{ readonly summary: string }>('archived', {
              because: (context, { summary }) => `${doneSoFar(context)}; ${summary}`,
            }),
          ),
          evidence: (_, { evidence }) => evidence,
          change: (context, { commit, summary }) => ({
            tree: { commit, n: context.tree.n + 1 },
            outcome: 'archived',
            reason: `${doneSoFar(context)}; ${summary}`,
            archive: commit,
            failure: null,
          }),
        },
      ],
      failed: again,
    }),
  },
};
