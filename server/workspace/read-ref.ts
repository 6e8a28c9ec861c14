import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workspace } from './workspace.ts';

/** A run's ref, null when it does not exist. Nothing packs refs in a store, so its file is the ref, and reading it saves a process. */
export async function readRef({ store }: Workspace, ref: string): Promise<string | null> {
  const text = await readFile(join(store, ref), 'utf8').catch(() => null);
  return text?.trim() ?? null;
}
