import { clip } from '#lib/format/clip.ts';
import { type Edge, edgesFor, type Failure } from '../edges.ts';
import {
  fresh,
  type Interruptible,
  type SessionContext,
  type SessionOutcome,
  unchecked,
  unreviewed,
} from './context.ts';
import type { SessionEvents } from './events.ts';
import type { RetryOf } from './input.ts';
import { mostWarnings } from './tunables.ts';

export const { work, atOnce, on, due } = edgesFor<SessionContext, SessionEvents>();
export type SessionEdge<What> = Edge<SessionContext, What>;
export type { Failure };

/** One going back more. */
export function oneMore(of: RetryOf, { retries }: SessionContext): Pick<SessionContext, 'retries'> {
  return { retries: { ...retries, [of]: retries[of] + 1 } };
}

/** A warning that the session ends with. */
export function warned({ warnings }: SessionContext, text: string): Pick<SessionContext, 'warnings'> {
  return { warnings: [...warnings, clip(text, 300).text].slice(0, mostWarnings) };
}

/** What holds when the session is told something: nothing that was checked before counts any more. */
export function pushed(push: SessionContext['push']): Partial<SessionContext> {
  return {
    push,
    cutOff: false,
    passed: unchecked,
    review: unreviewed,
    judging: fresh,
    messageId: null,
    complaintId: null,
  };
}

/** An edge to the end. Where there are warnings, or one comes with it, it ends with a warning. */
export function completing<What>(
  edge: Pick<SessionEdge<What>, 'because' | 'when' | 'label' | 'evidence'> & {
    readonly outcome?: SessionOutcome;
    readonly warning?: (context: SessionContext, what: What) => string;
    readonly also?: (context: SessionContext, what: What) => Partial<SessionContext>;
  },
): SessionEdge<What> {
  const { outcome, warning, also, ...rest } = edge;
  return {
    ...rest,
    to: '#COMPLETING',
    change: (context, what) => {
      const more = warning === undefined ? context : { ...context, ...warned(context, warning(context, what)) };
      return {
        ...also?.(context, what),
        warnings: more.warnings,
        outcome: outcome ?? (more.warnings.length === 0 ? 'completed' : 'completed with warning'),
        reason: clip(edge.because(context, what), 600).text,
      };
    },
  };
}

/** A message of a person, which every state takes: what was at work stops, and comes back when the message is understood. */
export function interruptedBy(from: Interruptible) {
  return on('USER_MESSAGE', {
    to: '#REFINING',
    label: 'message',
    because: (_, { by, text }) => `${by} says in ${from}: ${clip(text, 300).text}`,
    change: ({ messages }) => ({
      messages: { ...messages, sent: messages.sent + 1 },
      refinement: { first: messages.sent + 1, last: messages.sent + 1, from, intent: 'stay', shown: null },
      cutOff: from === 'DEVELOPING',
    }),
    record: [saidFact],
  });
}

/** A message by its number, as it is rewritten and shown. */
export function saidFact({ messages }: SessionContext, { by, text }: SessionEvents['USER_MESSAGE']) {
  return { kind: 'said', key: numbered(messages.sent), data: { by, text } };
}

/** Keys that sort as numbers do. */
export function numbered(number: number): string {
  return String(number).padStart(5, '0');
}
