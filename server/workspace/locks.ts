import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workspace } from './workspace.ts';

/** Locks on this run's index, HEAD and refs. Nobody else works in the workspace when it is opened, so their owners are dead. */
export function locksOf({ gitFolder, store, runId }: Workspace): string[] {
  const folders = [gitFolder, join(store, 'refs/firmloop', runId)];
  return folders
    .flatMap((folder) => namesIn(folder).map((name) => join(folder, name)))
    .filter((path) => path.endsWith('.lock'));
}

export async function removeLocks(workspace: Workspace): Promise<void> {
  for (const path of locksOf(workspace)) await rm(path, { force: true });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
