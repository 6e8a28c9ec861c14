import type { Edge } from './edges.ts';

interface Note {
  readonly by: string;
  readonly text: string;
  readonly at: number;
}

/** What a machine does with a note of a person: it stays where it is, and the next agent call is told. */
export function noteEdge<Context>(): Edge<Context, Note> {
  return {
    because: (_, { by, text }) => `${by} leaves a note for the next agent call: ${text.slice(0, 200)}`,
    record: [(_, { by, text, at }) => ({ kind: 'message', key: String(at), data: { by, text } })],
  };
}

interface Change<Changes> {
  readonly by: string;
  readonly reason: string;
  readonly changes: Changes;
}

/** What a machine does with other limits: what `changed` makes of them, or a refusal where that is null. */
export function limitsEdge<Context, Changes extends object>(
  changed: (context: Context, changes: Changes) => Partial<Context> | null,
): Edge<Context, Change<Changes>> {
  return {
    when: (context, { changes }) => changed(context, changes) !== null,
    because: (_, { by, reason, changes }) => `${by} changes ${Object.keys(changes).join(', ')}: ${reason}`,
    change: (context, { changes }) => changed(context, changes) ?? {},
  };
}
