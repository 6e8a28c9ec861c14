import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeFile } from './remove-file.ts';
import type { Workspace } from './workspace.ts';

/*
 * Nothing packs refs in a store, so the file of a ref is the ref, and reading or writing it saves a process. It is done at
 * once: a few bytes take longer to go through the thread pool than to be read.
 */

/** A run's ref, null when it does not exist. */
export function readRef({ store }: Workspace, ref: string): string | null {
  try {
    // Empty after a power cut, which is as good as missing.
    return readFileSync(join(store, ref), 'utf8').trim() || null;
  } catch {
    return null;
  }
}

/** Lets a ref of a run that has others name this commit. Throws the file system's error. */
export function writeRef({ store, folder }: Workspace, ref: string, commit: string): void {
  const draft = join(folder, `${randomUUID()}.ref`);
  try {
    writeFileSync(draft, `${commit}\n`);
    renameSync(draft, join(store, ref));
  } catch (error) {
    removeFile(draft);
    throw error;
  }
}

/** A ref that is not there is as good as removed. */
export function removeRef({ store }: Workspace, ref: string): void {
  removeFile(join(store, ref));
}
