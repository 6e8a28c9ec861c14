import { prdMarkdown } from './markdown.ts';
import type { Prd } from './prd.ts';
import type { TaskStatus } from './states.ts';

/** What was measured of one verification. */
export interface Verification {
  /** The task, counted from 1; the number after the last one is the whole. */
  readonly task: number;
  readonly ok: boolean;
  readonly summary: string;
  /** ISO 8601 in UTC. */
  readonly at: string;
}

/** What became of a task. */
export interface TaskResult {
  readonly status: TaskStatus;
  /** Its checkpoint's commit; null for a task that was skipped. */
  readonly commit: string | null;
  readonly fixes: number;
}

/** A session as it is kept. */
export interface Archived {
  readonly session: string;
  readonly document: Prd;
  readonly results: readonly TaskResult[];
  readonly verifications: readonly Verification[];
  /** The diff of each task, in the order of the queue; null where it changed nothing. */
  readonly diffs: readonly (Uint8Array | null)[];
}

/** The files of an archive by their names in its folder. */
export function archiveFiles({
  session,
  document,
  results,
  verifications,
  diffs,
}: Archived): Map<string, string | Uint8Array> {
  const tasks = document.tasks.map((task, at) => ({ ...task, ...results[at] }));
  return new Map<string, string | Uint8Array>([
    ['prd.md', prdMarkdown(document)],
    ['tasks.json', json({ session_id: session, title: document.title, tasks })],
    ['results.json', json({ session_id: session, verifications })],
    ...document.tasks.flatMap(({ task_id }, at): [string, Uint8Array][] => {
      const diff = diffs[at];
      return diff == null ? [] : [[`diffs/${String(at + 1).padStart(2, '0')}-${fileName(task_id)}.patch`, diff]];
    }),
  ]);
}

/** The folder of a session below the archive: it says what it is about, and no two are the same. */
export function archiveFolder(session: string, { title }: Prd): string {
  return `${session.slice(0, 8)}-${fileName(title)}`;
}

function fileName(text: string): string {
  const plain = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return plain === '' ? 'untitled' : plain;
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
