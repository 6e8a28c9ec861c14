import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workspace } from './workspace.ts';

/** Says of a workspace that a patch is being written: should nobody take that back, tree and index hold what no commit does. */
export async function markUnsettled(workspace: Workspace): Promise<void> {
  await writeFile(unsettledMark(workspace), '');
}

/** Tree and index are again what the kept commit says, but for what git does not know. */
export async function markSettled(workspace: Workspace): Promise<void> {
  await rm(unsettledMark(workspace), { force: true });
}

export function unsettledMark({ folder }: Workspace): string {
  return join(folder, 'unsettled');
}
