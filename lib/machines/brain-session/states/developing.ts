import type { Node } from '../../edges.ts';
import type { SessionContext } from '../context.ts';
import { fresh, unreviewed } from '../context.ts';
import { completing, type Failure, interruptedBy, type SessionEdge, work } from '../edges.ts';
import { mostDeaths } from '../tunables.ts';
import { signalsInWords } from '../words.ts';

/** What a turn is given: the push, and what people have said since the last turn. */
export const turnOf = ({ turn, push, messages, session, cutOff, tree }: SessionContext) => ({
  turn: turn + 1,
  push: { ...push, ids: [...push.ids] },
  instructions: { after: messages.heard, to: messages.sent },
  session,
  cutOff,
  tree,
});

interface Turn {
  readonly session: string | null;
  readonly work: string | null;
  readonly replyId: string | null;
}

/** What is known after a reply. */
export const replied = ({ turn, messages, tree }: SessionContext, { session, work, replyId }: Turn) => ({
  turn: turn + 1,
  session,
  cutOff: false,
  replyId,
  tree: { ...tree, work },
  messages: { ...messages, heard: messages.sent },
});

/** A session that dies is resumed, or begun anew, once; the second time the run ends with what there is. */
export function died<What>(to: string, why: (what: What) => string): readonly SessionEdge<What>[] {
  return [
    {
      when: ({ deaths }) => deaths < mostDeaths,
      to,
      reenter: true,
      label: 'resumed',
      because: ({ session, push }, what) =>
        `the session died in a turn (${push.kind}): ${why(what) || 'no reason'}; it is ${session === null ? 'begun anew' : 'resumed'} once`,
      change: ({ deaths, turn }) => ({ deaths: deaths + 1, turn: turn + 1, cutOff: true }),
    },
    completing({
      label: 'died again',
      because: (_, what) => `the session died again: ${why(what) || 'no reason'}`,
      warning: (_, what) => `the session died twice: ${why(what) || 'no reason'}`,
    }),
  ];
}

export const lost = ({ code, message }: Failure): string => `${code}: ${message}`;

/** The session works. Its reply leads to the review, whatever it says of itself. */
export const developing: Node<SessionContext> = {
  id: 'DEVELOPING',
  ...work('work-in-session', {
    timeout: 'turn time-out',
    input: turnOf,
    done: [
      {
        when: (_, { outcome }) => outcome === 'replied',
        to: '#REVIEWING',
        label: 'replied',
        because: ({ turn }, { signals, files, reason }) =>
          `turn ${turn + 1} is over: ${reason || 'no words'} (${signalsInWords(signals)}; ${files} changed)`,
        evidence: (_, { evidence }) => evidence,
        change: (context, output) => ({
          ...replied(context, output),
          review: unreviewed,
          judging: { ...fresh, id: output.replyId },
        }),
      },
      ...died<{ readonly reason: string }>('#DEVELOPING', ({ reason }) => reason),
    ],
    failed: died('#DEVELOPING', lost),
  }),
  on: interruptedBy('DEVELOPING'),
};
