import { clip } from '#lib/format/clip.ts';
import type { Node } from '../../edges.ts';
import { interruptible, type Refinement, type SessionContext } from '../context.ts';
import { atOnce, due, type Failure, numbered, on, pushed, type SessionEdge, saidFact, work } from '../edges.ts';
import { waitsFor } from '../waiting.ts';
import { deployRefusal } from '../words.ts';

const begunAnew = { review: 0, lint: 0, test: 0, commit: 0, deploy: 0 } as const;

const intended = ({ refinement }: SessionContext): Refinement['intent'] => refinement?.intent ?? 'stay';

const isRefused = (context: SessionContext): boolean =>
  intended(context) === 'deploy' && deployRefusal(context) !== null;

/** Back to where the message came in, one edge for each state. */
function back(edge: Omit<SessionEdge<null>, 'to' | 'when'>): readonly SessionEdge<null>[] {
  return interruptible.map((state) => ({
    ...edge,
    when: ({ refinement }) => refinement?.from === state,
    to: `#${state}`,
    change: (context) => ({ ...edge.change?.(context, null), refinement: null }),
  }));
}

const another = on('USER_MESSAGE', {
  to: 'REWRITE',
  reenter: true,
  label: 'message',
  because: (_, { by, text }) => `${by} says more: ${clip(text, 300).text}`,
  change: ({ messages, refinement }) => ({
    messages: { ...messages, sent: messages.sent + 1 },
    refinement: refinement === null ? null : { ...refinement, last: messages.sent + 1, shown: null },
  }),
  record: [saidFact],
});

/** Messages that the session does not hear, and why. */
const withdrawn = ({ refinement }: SessionContext, reason: string) => ({
  kind: 'withdrawn',
  key: numbered(refinement?.last ?? 0),
  data: { first: refinement?.first ?? 0, reason },
});

/** The words of a person are never lost: what could not be rewritten goes on as it was said, and changes no state. */
const asSaid = <What>(why: (what: What) => string): SessionEdge<What> => ({
  to: 'DECIDE',
  label: 'as it was said',
  because: (_, what) => `the message could not be rewritten, so it goes in as it was said: ${why(what)}`,
  change: ({ refinement }) => ({
    refinement: refinement === null ? null : { ...refinement, intent: 'stay', shown: `said-${refinement.last}` },
  }),
});

/** A message of a person: rewritten as an exact instruction, shown, and then told to the session. */
export const refining: Node<SessionContext> = {
  id: 'REFINING',
  initial: 'REWRITE',
  states: {
    REWRITE: {
      ...work('refine-message', {
        timeout: 'rewrite time-out',
        input: ({ refinement, messages, tree }) => ({
          from: refinement?.first ?? messages.sent,
          to: refinement?.last ?? messages.sent,
          state: refinement?.from ?? 'IDLE',
          tree,
        }),
        done: [
          {
            to: 'DECIDE',
            label: 'rewritten',
            because: (_, { intent, preview, reason }) =>
              `${intent}: ${preview || 'no words'} (${reason || 'no reason'})`,
            evidence: (_, { instructionId }) => [{ kind: 'artifact', id: instructionId, label: 'the instruction' }],
            change: ({ refinement }, { intent, instructionId }) => ({
              refinement: refinement === null ? null : { ...refinement, intent, shown: instructionId },
            }),
            record: [
              ({ refinement }, { intent, instructionId, preview, reason }) => ({
                kind: 'refinement',
                key: numbered(refinement?.last ?? 0),
                data: { first: refinement?.first ?? 0, intent, instruction_id: instructionId, preview, reason },
              }),
            ],
          },
        ],
        failed: [asSaid<Failure>(({ code, message }) => `${code}: ${message}`)],
      }),
      on: another,
    },
    DECIDE: atOnce(
      {
        when: isRefused,
        to: 'DROPPED',
        label: 'deploy refused',
        because: (context) => `the deployment is refused: ${deployRefusal(context) ?? ''}`,
        record: [(context) => withdrawn(context, deployRefusal(context) ?? 'refused')],
      },
      {
        when: (context) => intended(context) === 'deploy' && context.settings.mode !== 'interactive',
        to: 'DROPPED',
        label: 'deploy refused',
        because: ({ settings }) => `nothing is deployed in ${settings.mode} mode, where nobody says yes to it`,
        record: [(context) => withdrawn(context, 'nobody was there to say yes to a deployment')],
      },
      {
        when: ({ settings }) => settings.mode === 'interactive',
        to: 'SHOW',
        because: (context) => `the instruction is shown before it goes in (${intended(context)})`,
      },
      { to: 'GO', because: ({ settings }) => `nobody is waited for in ${settings.mode} mode: the instruction goes in` },
    ),
    SHOW: waitsFor('instruction due', 'refine_minutes', {
      ...another,
      ...on(
        'INSTRUCTION',
        {
          when: ({ refinement }, { shown, answer }) => answer === 'send' && shown === refinement?.shown,
          to: 'GO',
          label: 'sent',
          because: (_, { by, text }) =>
            text === '' ? `${by} sends it` : `${by} sends other words: ${clip(text, 300).text}`,
          record: [
            ({ refinement }, { by, text }) => ({
              kind: 'instruction',
              key: numbered(refinement?.last ?? 0),
              data: { first: refinement?.first ?? 0, by, text, shown: refinement?.shown ?? null },
            }),
          ],
        },
        {
          when: ({ refinement }, { shown, answer }) => answer === 'drop' && shown === refinement?.shown,
          to: 'DROPPED',
          label: 'dropped',
          because: (_, { by, reason }) => `${by} drops it${reason === '' ? '' : `: ${reason}`}`,
          record: [(context, { by }) => withdrawn(context, `dropped by ${by}`)],
        },
      ),
      ...due(
        'TIMEOUT',
        {
          when: (context) => intended(context) === 'deploy',
          to: 'DROPPED',
          label: 'dropped',
          because: () => 'nobody said yes to the deployment in time',
          record: [(context) => withdrawn(context, 'nobody said yes to the deployment in time')],
        },
        {
          to: 'GO',
          label: 'sent',
          because: () => 'nobody changed it in time: it goes in as it was shown',
        },
      ),
    }),
    DROPPED: atOnce(
      ...back({
        label: 'dropped',
        because: ({ refinement }) => `back to ${refinement?.from ?? 'IDLE'} without it`,
      }),
    ),
    GO: atOnce(
      {
        when: (context) => intended(context) === 'deploy',
        to: '#DEPLOYING',
        label: 'deploy',
        because: () => 'what is committed is deployed, as asked',
        change: ({ retries }) => ({ retries: { ...retries, deploy: 0 } }),
        record: [(context) => withdrawn(context, 'deployed')],
      },
      {
        when: (context) => intended(context) === 'develop',
        to: '#DEVELOPING',
        label: 'develop',
        because: () => 'the session goes on with it; the counts of corrections begin anew',
        change: (context) => ({
          ...pushed({ kind: 'message', ids: [], text: '' }),
          cutOff: context.refinement?.from === 'DEVELOPING',
          refinement: null,
          retries: begunAnew,
          outcome: null,
          reason: '',
        }),
      },
      ...back({
        label: 'stay',
        because: ({ refinement }) => `back to ${refinement?.from ?? 'IDLE'}; the session hears it with its next turn`,
      }),
    ),
  },
};
