import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workspace } from '#server/workspace/workspace.ts';

/** Says of a worktree that it was rebuilt on this host and holds no build products: tests in it would say nothing. */
export async function markUnbuilt(workspace: Workspace): Promise<void> {
  await mkdir(workspace.folder, { recursive: true });
  await writeFile(markOf(workspace), '');
}

export async function markBuilt(workspace: Workspace): Promise<void> {
  await rm(markOf(workspace), { force: true });
}

export async function isUnbuilt(workspace: Workspace): Promise<boolean> {
  return await access(markOf(workspace)).then(
    () => true,
    () => false,
  );
}

function markOf({ folder }: Workspace): string {
  return join(folder, 'unbuilt');
}
