import { clip } from '#lib/format/clip.ts';
import { counted } from '#lib/format/count.ts';
import type { Node, OutputOf } from '../../edges.ts';
import { fresh, type SessionContext } from '../context.ts';
import { atOnce, completing, due, type Failure, interruptedBy, oneMore, type SessionEdge, work } from '../edges.ts';
import { judgeStates } from '../judging.ts';
import { waitsFor } from '../waiting.ts';
import { isSpent, signalsInWords, tries } from '../words.ts';
import { died, lost, replied, turnOf } from './developing.ts';

type Committed = Extract<OutputOf<'commit-work'>, { outcome: 'committed' }>;
type Refused = Extract<OutputOf<'commit-work'>, { outcome: 'hook' | 'conflict' | 'failed' }>;

/** Retries are spent: what was committed stays, what was not is kept as a patch. */
const givenUp = <What>(why: (what: What) => string): SessionEdge<What> =>
  completing({
    label: 'given up',
    because: ({ settings }, what) => `${why(what)}, after ${settings.limits.retries.commit} retries`,
    warning: ({ tree }, what) =>
      `${tree.commit === null ? 'not committed' : 'not everything is committed'}: ${why(what)}`,
  });

const retried = <What>(edge: SessionEdge<What>, why: (what: What) => string): readonly SessionEdge<What>[] => [
  {
    ...edge,
    when: (context, what) => !isSpent('commit', context) && (edge.when?.(context, what) ?? true),
    because: (context, what) => `${why(what)}: retry ${tries('commit', context, 1)}`,
    change: (context, what) => ({ ...oneMore('commit', context), ...edge.change?.(context, what) }),
  },
  { ...givenUp(why), ...(edge.when !== undefined && { when: edge.when }) },
];

const wasCommitted = (context: SessionContext, what: Committed): Partial<SessionContext> => ({
  tree: { commit: what.commit, work: null },
  merging: null,
  passed: { ...context.passed, committed: !what.merged },
});

/** After the commit: a deployment, the offer of one, or the end. */
const onward = <What>(
  read: (what: What) => string,
  edge: Pick<SessionEdge<What>, 'when' | 'evidence'>,
  change: (context: SessionContext, what: What) => Partial<SessionContext>,
): readonly SessionEdge<What>[] => {
  const { when = () => true } = edge;
  const is = (deploy: SessionContext['settings']['deploy'], context: SessionContext) =>
    context.settings.deploy === deploy;
  return [
    {
      ...edge,
      when: (context, what) => is('always', context) && when(context, what),
      to: '#DEPLOYING',
      label: 'commit_success',
      because: (_, what) => `${read(what)}; it is deployed`,
      change,
    },
    {
      ...edge,
      when: (context, what) => is('asked', context) && context.settings.mode === 'interactive' && when(context, what),
      to: '#COMMITTING.OFFER',
      label: 'commit_success',
      because: (_, what) => `${read(what)}; it is deployed when somebody asks for it`,
      change,
    },
    completing({
      ...edge,
      label: 'commit_success',
      because: (context, what) =>
        `${read(what)}; ${is('asked', context) ? 'nobody asked for a deployment' : 'there is nothing to deploy'}`,
      also: change,
    }),
  ];
};

const isRefused = (what: OutputOf<'commit-work'>): what is Refused =>
  what.outcome === 'hook' || what.outcome === 'conflict' || what.outcome === 'failed';

const asRefused = (what: OutputOf<'commit-work'>): Refused | null => (isRefused(what) ? what : null);
const asCommitted = (what: OutputOf<'commit-work'>): Committed | null => (what.outcome === 'committed' ? what : null);

/** Commits what has passed, with the project's hooks; what they complain about is mended and checked again. */
export const committing: Node<SessionContext> = {
  id: 'COMMITTING',
  initial: 'DECIDE',
  states: {
    DECIDE: atOnce(
      ...onward<null>(
        () => 'everything is committed',
        { when: ({ passed }) => passed.committed },
        () => ({}),
      ),
      { when: ({ messageId }) => messageId !== null, to: 'COMMIT', because: () => 'the message is written' },
      { to: 'MESSAGE', because: () => 'the session writes the message of its commit' },
    ),
    MESSAGE: {
      ...work('draft-commit', {
        timeout: 'message time-out',
        input: ({ tree, session, complaintId }) => ({ tree, session, complaint: complaintId }),
        done: [
          {
            to: 'JUDGE',
            label: 'written',
            because: (_, { subject }) => `the message is: ${subject || 'empty'}`,
            evidence: (_, { messageId }) => [{ kind: 'artifact', id: messageId, label: 'message of the commit' }],
            change: (_, { messageId }) => ({
              messageId,
              judging: { ...fresh, subject: 'commit_message', id: messageId },
            }),
          },
        ],
        failed: retried<Failure>({ to: 'MESSAGE', reenter: true, label: 'again', because: () => '' }, lost),
      }),
      on: interruptedBy('COMMITTING'),
    },
    ...judgeStates('COMMITTING'),
    NEXT: atOnce(
      {
        when: ({ judging }) => judging.verdict?.signal === 'no_issue',
        to: 'COMMIT',
        because: ({ judging }) => `the message is good: ${judging.verdict?.reason || 'no complaint'}`,
        change: () => ({ judging: fresh }),
      },
      {
        when: (context) => !isSpent('commit', context),
        to: 'MESSAGE',
        label: 'message refused',
        because: (context) =>
          `the message is written again (retry ${tries('commit', context, 1)}): ${context.judging.verdict?.reason || 'no reason'}`,
        change: (context) => ({
          ...oneMore('commit', context),
          complaintId: context.judging.verdict?.answerId ?? null,
          messageId: null,
          judging: fresh,
        }),
      },
      completing({
        label: 'given up',
        because: ({ judging, settings }) =>
          `no message of the commit was good enough after ${settings.limits.retries.commit} retries: ${judging.verdict?.reason || 'no reason'}`,
        warning: ({ judging }) => `not committed: no good message: ${judging.verdict?.reason || 'no reason'}`,
      }),
    ),
    COMMIT: work('commit-work', {
      timeout: 'commit time-out',
      input: ({ tree, messageId, merging }) => ({ tree, messageId: messageId ?? 'none', merging }),
      done: [
        {
          when: (_, what) => asCommitted(what)?.merged === true,
          to: 'CHECK',
          label: 'merged',
          because: (_, what) => `${asCommitted(what)?.reason || 'merged'}: what came in is checked`,
          evidence: (_, what) => asCommitted(what)?.evidence ?? [],
          change: (context, what) => (what.outcome === 'committed' ? wasCommitted(context, what) : {}),
        },
        ...onward<OutputOf<'commit-work'>>(
          (what) => asCommitted(what)?.reason || 'committed',
          {
            when: (_, what) => what.outcome === 'committed',
            evidence: (_, what) => asCommitted(what)?.evidence ?? [],
          },
          (context, what) => (what.outcome === 'committed' ? wasCommitted(context, what) : {}),
        ),
        ...onward<OutputOf<'commit-work'>>(
          ({ reason }) => reason || 'nothing more to commit',
          { when: ({ tree }, { outcome }) => outcome === 'nothing' && tree.commit !== null },
          ({ passed, tree }) => ({ passed: { ...passed, committed: true }, tree: { ...tree, work: null } }),
        ),
        completing<OutputOf<'commit-work'>>({
          when: (_, { outcome }) => outcome === 'nothing',
          label: 'nothing to commit',
          because: (_, { reason }) => reason || 'there is nothing to commit',
          warning: (_, { reason }) => reason || 'there is nothing to commit',
        }),
        ...retried<OutputOf<'commit-work'>>(
          {
            to: 'FIX',
            label: 'commit_fail',
            because: () => '',
            evidence: (_, what) => asRefused(what)?.evidence ?? [],
            change: (context, what) => {
              const refused = asRefused(what);
              if (refused === null) return {};
              return {
                tree: { commit: refused.commit ?? context.tree.commit, work: refused.work },
                merging: refused.merging,
                push: {
                  kind: refused.outcome === 'conflict' ? 'conflict' : 'hook',
                  ids: refused.outputId === null ? [] : [refused.outputId],
                  text: clip(refused.reason, 400).text,
                },
              };
            },
          },
          ({ reason }) => reason || 'the commit failed',
        ).map((edge) => ({
          ...edge,
          ...(edge.to === '#COMPLETING' && { change: keepsCommit(edge) }),
        })),
      ],
      failed: retried<Failure>({ to: 'COMMIT', reenter: true, label: 'again', because: () => '' }, lost),
    }),
    FIX: {
      ...work('work-in-session', {
        timeout: 'turn time-out',
        input: turnOf,
        done: [
          {
            when: (_, { outcome }) => outcome === 'replied',
            to: 'CHECK',
            label: 'mended',
            because: ({ turn }, { signals, files, reason }) =>
              `turn ${turn + 1} is over: ${reason || 'no words'} (${signalsInWords(signals)}; ${counted(files, 'file')} changed): checked again`,
            evidence: (_, { evidence }) => evidence,
            change: replied,
          },
          ...died<{ readonly reason: string }>('#COMMITTING.FIX', ({ reason }) => reason),
        ],
        failed: died('#COMMITTING.FIX', lost),
      }),
      on: interruptedBy('COMMITTING'),
    },
    CHECK: {
      ...work('run-session-checks', {
        timeout: 'check time-out',
        input: ({ tree, passed, settings }) => ({
          checks: [
            ...(settings.lint && passed.lint ? (['lint'] as const) : []),
            ...(settings.test && passed.test ? (['test'] as const) : []),
          ],
          tree,
        }),
        done: [
          {
            when: (_, { ok }) => ok,
            to: 'COMMIT',
            label: 'still passes',
            because: (_, { summary }) => summary || 'what had passed still passes',
            evidence: (_, { evidence }) => evidence,
          },
          ...retried<OutputOf<'run-session-checks'>>(
            {
              to: 'FIX',
              label: 'fails now',
              because: () => '',
              change: (_, { failed, outputId, summary }) => ({
                push: {
                  kind: failed ?? 'test',
                  ids: outputId === null ? [] : [outputId],
                  text: clip(summary, 400).text,
                },
              }),
            },
            ({ summary }) => summary || 'a check fails',
          ),
        ],
        failed: retried<Failure>({ to: 'CHECK', reenter: true, label: 'again', because: () => '' }, lost),
      }),
      on: interruptedBy('COMMITTING'),
    },
    OFFER: waitsFor('deployment due', 'deploy_minutes', {
      ...interruptedBy('COMMITTING'),
      ...due(
        'TIMEOUT',
        completing({ label: 'not deployed', because: () => 'committed; nobody asked for a deployment in time' }),
      ),
    }),
  },
};

/** What was committed before it failed is not lost by giving up. */
function keepsCommit(edge: SessionEdge<OutputOf<'commit-work'>>) {
  return (context: SessionContext, what: OutputOf<'commit-work'>): Partial<SessionContext> => {
    const refused = asRefused(what);
    return {
      ...edge.change?.(context, what),
      tree: { commit: refused?.commit ?? context.tree.commit, work: refused?.work ?? context.tree.work },
    };
  };
}
