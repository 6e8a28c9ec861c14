import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DomainError } from '#lib/errors.ts';
import { counted } from '#lib/format/count.ts';
import { activeContextFile, readActiveContext } from '#lib/prd/active-context.ts';
import type { SessionProgress, TaskProgress } from '#lib/prd/progress.ts';
import { sessionProgress } from '#server/prd/session-progress.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { findRun } from '../find-run.ts';
import { table } from '../table.ts';
import { tell } from '../tell.ts';
import { withStack } from '../with-stack.ts';

interface ProgressOptions {
  readonly task?: string;
  readonly status?: string;
  readonly percent?: number;
  readonly note?: string;
  readonly json?: true;
}

/** `firmloop progress`: where a session stands, or, with something to report, `update_progress` (design §5). */
export async function progress(reference: string, options: ProgressOptions): Promise<ExitCode> {
  const { json, ...fields } = options;
  const run = (await sessionIn(reference)) ?? reference;
  if (Object.keys(fields).length > 0)
    return await tell(run, 'has the report', async () => ({ type: 'UPDATE_PROGRESS', reason: '', fields }));
  return await withStack({ runner: false }, async ({ pool }) => {
    const { id } = await findRun(pool, run);
    const now = await sessionProgress(pool, id);
    console.log(json ? JSON.stringify(now) : linesOf(now).join('\n'));
    return exitCode.success;
  });
}

/** The session of a folder, or of its `active_context.md`; null where the reference is no path. */
async function sessionIn(reference: string): Promise<string | null> {
  const path = resolve(reference);
  const entry = await stat(path).catch(() => null);
  if (entry === null) return null;
  const file = entry.isDirectory() ? join(path, activeContextFile) : path;
  const text = await readFile(file, 'utf8').catch(() => null);
  const read = text === null ? null : readActiveContext(text);
  if (read?.ok) return read.head.session_id;
  throw new DomainError('BAD_INPUT', `${file} ${read === null ? 'is not there' : `cannot be read: ${read.reason}`}.`, {
    next: 'Give the number of the run, or the folder of a session.',
  });
}

function linesOf({ tasks, hand_edits, reports, blocked_by, ...head }: SessionProgress): string[] {
  const { session_id, task_status, auto_fix_attempts, last_checkpoint, done } = head;
  return [
    `session_id         ${session_id}`,
    `task_status        ${task_status}`,
    `auto_fix_attempts  ${auto_fix_attempts}`,
    `last_checkpoint    ${last_checkpoint ?? 'none'}`,
    ...(tasks.length === 0 ? [] : ['', `${done} of ${tasks.length} tasks done`, ...table(tasks.map(taskCells))]),
    ...(blocked_by === null ? [] : ['', blocked_by]),
    ...reports.map(
      ({ by, note, percent }) => `${by}: ${[percent === null ? '' : `${percent} %`, note].filter(Boolean).join(', ')}`,
    ),
    ...hand_edits.map((edit) => `changed by hand in ${activeContextFile}, not obeyed: ${edit}`),
  ];
}

function taskCells({ task_id, title, status, fixes, reported }: TaskProgress): string[] {
  const told =
    reported === null ? '' : `${reported.by}: ${[reported.status, reported.note].filter(Boolean).join(', ')}`;
  return [task_id, status.replace('_', ' '), fixes === 0 ? '' : counted(fixes, 'fix', 'fixes'), title, told];
}
