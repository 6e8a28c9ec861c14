import { counted } from '#lib/format/count.ts';
import type { PrdContext } from './context.ts';

/** `task 2 of 5 "Add the check"`, or what comes after the last one. */
export function taskInWords({ prd, at }: Pick<PrdContext, 'prd' | 'at'>): string {
  const task = prd?.tasks[at];
  return task === undefined ? 'the whole' : `task ${at + 1} of ${prd?.tasks.length ?? 0} "${task.title}"`;
}

/** `2 of 5 tasks done, 1 skipped` */
export function doneSoFar({ statuses }: Pick<PrdContext, 'statuses'>): string {
  if (statuses.length === 0) return 'nothing was changed';
  const count = (wanted: string) => statuses.filter((status) => status === wanted).length;
  const skipped = count('skipped');
  return `${count('done')} of ${counted(statuses.length, 'task')} done${skipped === 0 ? '' : `, ${skipped} skipped`}`;
}

/** Where the tree goes back to. */
export function lastCheckpoint({ checkpoint }: Pick<PrdContext, 'checkpoint'>): string {
  return checkpoint === null ? 'the commit it began with' : checkpoint.name;
}

/** What stands in the way, as a clause. */
export function blockedBy(context: Pick<PrdContext, 'prd' | 'at' | 'failure'>): string {
  const { failure } = context;
  const what = failure?.what === 'archive' ? 'the archive' : taskInWords(context);
  return `${what} is blocked: ${failure?.message ?? 'stopped by a person'}`;
}

/** ` (why)`, or nothing. */
export function because(reason: string): string {
  return reason === '' ? '' : ` (${reason})`;
}

/** What follows a word that an answer begins with, such as `fix: use 16 bits`; empty when it begins otherwise or says no more. */
export function readAnswer(answer: string, word: string): string {
  return new RegExp(`^${word}\\s*:\\s*([\\s\\S]+)$`, 'i').exec(answer.trim())?.[1]?.trim() ?? '';
}
