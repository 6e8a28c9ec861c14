import { z } from 'zod';
import { readYaml } from '#lib/config/yaml-document.ts';
import type { PrdTask } from './prd.ts';
import { prdStates, type TaskStatus } from './states.ts';

/** Where a session writes down where it stands, in the project's folder (design §4). */
export const activeContextFile = 'active_context.md';

/** The front matter as the design spells it. */
export const contextHead = z.object({
  session_id: z.string(),
  task_status: z.enum(prdStates),
  /** Which automatic fix is being tried; 0 outside of `AUTO_FIX`. */
  auto_fix_attempts: z.int().min(0),
  /** The last git checkpoint; null before there is one. */
  last_checkpoint: z.string().nullable(),
});
export type ContextHead = z.output<typeof contextHead>;

/** What stands below the front matter, for people and agents who read on. */
export interface ContextBody {
  readonly requirement: string;
  /** Null until there is a document. */
  readonly title: string | null;
  readonly tasks: readonly (Pick<PrdTask, 'task_id' | 'title'> & { readonly status: TaskStatus })[];
}

const marks = { pending: '[ ]', in_progress: '[ ]', done: '[x]', skipped: '[-]' } as const satisfies Record<
  TaskStatus,
  string
>;

/** The file as a session writes it. */
export function writeActiveContext(head: ContextHead, { requirement, title, tasks }: ContextBody): string {
  const { session_id, task_status, auto_fix_attempts, last_checkpoint } = head;
  const lines = tasks.map(
    ({ task_id, title: what, status }) =>
      `- ${marks[status]} ${oneLine(task_id)}: ${oneLine(what)}${status === 'in_progress' ? ' (in hand)' : status === 'skipped' ? ' (skipped)' : ''}`,
  );
  return [
    '---',
    `session_id: ${JSON.stringify(session_id)}`,
    `task_status: ${task_status}`,
    `auto_fix_attempts: ${auto_fix_attempts}`,
    `last_checkpoint: ${last_checkpoint === null ? 'null' : JSON.stringify(last_checkpoint)}`,
    '---',
    '',
    `# ${oneLine(title ?? requirement).slice(0, 120)}`,
    '',
    'Written by Firmloop at every transition. What is changed here by hand is shown there, and written over.',
    '',
    '## Requirement',
    '',
    requirement.trim(),
    '',
    ...(lines.length === 0 ? [] : ['## Tasks', '', ...lines, '']),
  ].join('\n');
}

export type ReadContext =
  | { readonly ok: true; readonly head: ContextHead; readonly body: string }
  | { readonly ok: false; readonly reason: string };

/** Reads the file back, whoever wrote it. Never throws. */
export function readActiveContext(text: string): ReadContext {
  const parts = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/.exec(text);
  if (parts === null) return { ok: false, reason: 'it does not begin with a front matter' };
  const [, front = '', body = ''] = parts;
  const read = readYaml(front);
  if ('problems' in read)
    return { ok: false, reason: `its front matter is no YAML: ${read.problems[0]?.message ?? ''}` };
  const head = contextHead.safeParse(read.document.value);
  if (head.success) return { ok: true, head: head.data, body: body.trim() };
  const [issue] = head.error.issues;
  return { ok: false, reason: `${issue?.path.join('.') || 'its front matter'} is not as it should be` };
}

/** What a hand has changed between what was written and what is found, a clause each; nothing when they are the same. */
export function handEditsIn(written: string, found: string | null): string[] {
  if (found === null) return ['the file was removed'];
  if (found === written) return [];
  const [before, after] = [readActiveContext(written), readActiveContext(found)];
  if (!before.ok || !after.ok)
    return [after.ok ? 'the text was changed' : `the front matter cannot be read: ${after.reason}`];
  const fields = (Object.keys(contextHead.shape) as (keyof ContextHead)[]).flatMap((field) =>
    before.head[field] === after.head[field]
      ? []
      : [`${field} ${String(before.head[field])} was changed to ${String(after.head[field])}`.slice(0, 300)],
  );
  return fields.length > 0 ? fields : ['the text was changed'];
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
