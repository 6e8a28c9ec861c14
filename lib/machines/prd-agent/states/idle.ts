import type { Fact, Node } from '../../edges.ts';
import { type PrdContext, type PrdOutcome, prdOutcomes } from '../context.ts';
import { atCheckpoint, noting, on, triggered, work } from '../edges.ts';
import { doneSoFar, lastCheckpoint } from '../words.ts';

/** No session goes on: a requirement begins one, and every session comes back here to be wrapped up. */
export const idle: Node<PrdContext> = {
  id: 'IDLE',
  initial: 'READY',
  states: {
    READY: {
      tags: ['waiting'],
      on: on(
        'USER_INPUT_REQUIREMENT',
        triggered('USER_INPUT_REQUIREMENT', {
          to: '#PLANNING',
          because: ({ requirement }) => requirement.replace(/\s+/g, ' ').trim().slice(0, 300),
        }),
      ),
    },
    RETURNING: work('return-to-checkpoint', {
      timeout: 'checkpoint time-out',
      input: ({ checkpoint }) => ({ tree: checkpoint?.commit ?? null }),
      done: [
        {
          to: 'NOTE',
          label: 'returned',
          because: (context, { reason }) => `the tree is at ${lastCheckpoint(context)}: ${reason}`,
          change: atCheckpoint,
        },
      ],
      // What was kept is a commit, so the result is right whatever the tree looks like.
      failed: [
        {
          to: 'NOTE',
          label: 'not returned',
          because: (context, { message }) =>
            `the tree could not be brought to ${lastCheckpoint(context)}, whose commit is kept: ${message}`,
          change: atCheckpoint,
        },
      ],
    }),
    NOTE: noting(
      'IDLE',
      ...prdOutcomes.map((outcome) => ({
        when: (context: PrdContext) => outcome === 'aborted' || context.outcome === outcome,
        to: `#${endOf(outcome)}`,
        label: outcome,
        says: ({ reason }: PrdContext) => `${outcome}: ${reason}`,
        record: (context: PrdContext) => finalFact(context, outcome),
      })),
    ),
  },
};

/** What reports and pages know of the end. */
function finalFact(context: PrdContext, outcome: PrdOutcome): Fact {
  const { reason, statuses, checkpoint, archive, failure } = context;
  const commit = archive ?? checkpoint?.commit ?? null;
  return {
    kind: 'final',
    key: 'final',
    data: {
      final_status: outcome,
      reason,
      iterations: statuses.filter((status) => status === 'done').length,
      repo_snapshot: { base_commit: null, kept_commit: commit },
      commit,
      done: doneSoFar(context),
      last_error: outcome === 'archived' ? null : (failure?.message ?? null),
      abort_reason: outcome === 'aborted' ? reason : null,
    },
  };
}

/** Ends are called after the state that the design ends in and what came of it; only they are final. */
export function endOf(outcome: PrdOutcome): string {
  return `IDLE_${outcome.toUpperCase().replaceAll(' ', '_')}`;
}
