import type { Node } from '../../edges.ts';
import type { SessionContext } from '../context.ts';
import { type Failure, interruptedBy, type SessionEdge, work } from '../edges.ts';

const final = (
  { outcome, reason, warnings, turn, retries }: SessionContext,
  { summary, commit, uncommitted }: { summary: string | null; commit: string | null; uncommitted: number | null },
) => ({
  kind: 'final',
  key: 'final',
  data: { outcome, reason, warnings, turns: turn, retries, summary, commit, uncommitted },
});

/** What an abort does not let happen any more. */
const notAborted = ({ outcome }: SessionContext): boolean => outcome !== 'aborted';

/** A message at the very end reopens the session, unless it was aborted. */
const reopened = Object.fromEntries(
  Object.entries(interruptedBy('COMPLETING')).map(([type, edges]) => [
    type,
    edges.map((edge) => ({ ...edge, guard: ({ context }: { context: SessionContext }) => notAborted(context) })),
  ]),
);

/** The work of the seed's DONE, which a final state cannot do: the summary is written and what is not committed is kept. */
export const completingState: Node<SessionContext> = {
  id: 'COMPLETING',
  ...work('complete-session', {
    timeout: 'summary time-out',
    input: ({ outcome, reason, warnings, tree }) => ({
      outcome: outcome ?? 'completed with warning',
      reason,
      warnings: [...warnings],
      tree,
    }),
    done: [
      {
        to: '#DONE',
        label: 'summed up',
        because: ({ outcome, warnings }, { summary }) =>
          `${outcome ?? 'completed'}: ${[...warnings, summary || 'no summary'].join('; ')}`,
        evidence: (_, { evidence }) => evidence,
        record: [(context, { summary, commit, uncommitted }) => final(context, { summary, commit, uncommitted })],
      },
    ],
    failed: [
      {
        to: '#DONE',
        label: 'not summed up',
        because: ({ outcome, warnings }, { message }) =>
          `${outcome ?? 'completed'}, without a summary: ${[...warnings, message].join('; ')}`,
        record: [(context) => final(context, { summary: null, commit: context.tree.commit, uncommitted: null })],
      } satisfies SessionEdge<Failure>,
    ],
  }),
  on: reopened,
};
