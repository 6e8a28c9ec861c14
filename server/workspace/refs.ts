import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workspace } from './workspace.ts';

/*
 * Nothing packs refs in a store, so the file of a ref is the ref, and reading or writing it saves a process.
 */

/** A run's ref, null when it does not exist. */
export async function readRef({ store }: Workspace, ref: string): Promise<string | null> {
  const text = await readFile(join(store, ref), 'utf8').catch(() => null);
  return text?.trim() ?? null;
}

/** Lets a ref of a run that has others name this commit. */
export async function writeRef({ store, folder }: Workspace, ref: string, commit: string): Promise<void> {
  const draft = join(folder, `${randomUUID()}.ref`);
  try {
    await writeFile(draft, `${commit}\n`);
    await rename(draft, join(store, ref));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
