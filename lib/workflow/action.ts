import { z } from 'zod';
import { describeIssues } from '#lib/describe-issues.ts';
import { clip } from '#lib/format/clip.ts';

const shot = z.enum(['dialogue', 'action']);
const cellName = z.string().min(1).max(100);
/** Longest text of one cell, characters. */
const mostContent = 200_000;

/** Adds a cell: text for a `dialogue`, code for an `action`. */
const add = z.looseObject({
  action: z.literal('add'),
  content: z.string().max(mostContent),
  shot_type: shot.default('dialogue'),
  /** The name that a later `exec` calls it by. */
  codecell_id: cellName.optional(),
});

/** Executes a code cell: one that has been added, or the code that comes along. */
const exec = z.looseObject({
  action: z.literal('exec'),
  codecell_id: cellName.optional(),
  content: z.string().max(mostContent).optional(),
  shot_type: shot.default('action'),
});

export const action = z.discriminatedUnion('action', [add, exec]);
export type Action = z.output<typeof action>;

/** Names of `exec` for the code cell that was added last, besides saying nothing. */
export const lastCellNames: readonly string[] = ['lastAddedCellId', 'last'];

/** Most actions of one behavior; a service that sends more never ends. */
export const mostActions = 200;

export type ReadAction =
  | { readonly ok: true; readonly action: Action }
  | { readonly ok: false; readonly reason: string };

const line = z.looseObject({ action: z.looseObject({ action: z.string() }) });

/** One action of a stream, with or without the envelope of its line. `at` is its number, from 1. */
export function readAction(value: unknown, at: number): ReadAction {
  const wrapped = line.safeParse(value);
  const read = action.safeParse(wrapped.success ? wrapped.data.action : value);
  if (read.success) return { ok: true, action: read.data };
  const kind: unknown = wrapped.success ? wrapped.data.action.action : Reflect.get(Object(value), 'action');
  const isKnown = kind === 'add' || kind === 'exec';
  return {
    ok: false,
    reason: isKnown
      ? `action ${at} (${kind}) cannot be read: ${describeIssues(read.error)}`
      : `action ${at} is unknown: ${clip(JSON.stringify(kind ?? value) ?? 'nothing', 80).text}; known are add and exec`,
  };
}

/** `add` and `exec` as the words of a trace. */
export const actionInWords = {
  add: 'adds a cell',
  exec: 'executes a cell',
} as const satisfies Record<Action['action'], string>;
