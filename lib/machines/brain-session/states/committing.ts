import { clip } from '#lib/format/clip.ts';
import { counted } from '#lib/format/count.ts';
import type { Node, OutputOf } from '../../edges.ts';
import { asCommitted, asRefused, keepsCommit, onward, retried, wasCommitted } from '../commit-edges.ts';
import { fresh, type SessionContext } from '../context.ts';
import { atOnce, completing, due, type Failure, interruptedBy, oneMore, work } from '../edges.ts';
import { judgeStates } from '../judging.ts';
import { waitsFor } from '../waiting.ts';
import { isSpent, signalsInWords, tries } from '../words.ts';
import { died, lost, replied, turnOf } from './developing.ts';

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
