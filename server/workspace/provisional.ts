import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeAgentGit } from './agent-git.ts';
import { type Git, gitRefusal } from './git.ts';
import { removeLocks } from './locks.ts';
import { unsettled } from './marks.ts';
import { removeRef } from './refs.ts';
import type { Refusal } from './refusal.ts';
import { removeFile } from './remove-file.ts';
import { removeUnlisted } from './remove-unlisted.ts';
import { deadlines } from './tunables.ts';
import type { Workspace } from './workspace.ts';
import { workspaceGit } from './workspace-git.ts';

/** A patch that goes into the tree before it is certain that the run has asked for it. */
const schema = z.object({
  /** The commit that is kept without it. */
  onto: z.string(),
  /** Its iteration's ref. */
  ref: z.string(),
  /** What it touches, relative to the run's directory. */
  paths: z.array(z.string()),
});
export type Provisional = z.infer<typeof schema>;

/** Said before the patch is written, so that also the next process knows of it. */
export function setProvisional(workspace: Workspace, patch: Provisional): void {
  writeFileSync(fileOf(workspace), JSON.stringify(patch));
}

/** The run has asked for what is in the tree. */
export function clearProvisional(workspace: Workspace): void {
  removeFile(fileOf(workspace));
}

export function isProvisional(workspace: Workspace): boolean {
  return existsSync(fileOf(workspace));
}

/**
 * Takes a patch back that the run has not asked for in the end, committed or half written: tree, index and kept commit are as
 * they were. Nothing else in the tree is touched, since what has been built and measured there still counts.
 */
export async function takeProvisionalBack(
  git: Git,
  workspace: Workspace,
): Promise<{ readonly ok: true } | Refusal<'GIT_FAILED'>> {
  const patch = readProvisional(workspace);
  if (patch === null) {
    clearProvisional(workspace);
    return { ok: true };
  }
  const { onto, ref, paths } = patch;
  await removeLocks(workspace);
  const inTree = workspaceGit(git, workspace);
  const reset = () => inTree(['reset', '--quiet', '--hard', onto], { deadlineMs: deadlines.copy });
  if (!(await reset()).ok) {
    // An index that cannot be read is made anew.
    await rm(join(workspace.gitFolder, 'index'), { force: true });
    const again = await reset();
    if (!again.ok) return gitRefusal('take back a patch', again);
  }
  const removed = await removeUnlisted(git, workspace, paths);
  if (!removed.ok) return removed;
  removeRef(workspace, ref);
  await writeAgentGit(workspace, onto);
  unsettled.clear(workspace);
  clearProvisional(workspace);
  return { ok: true };
}

/** Null where the process was killed while it said so: then the patch was not begun. */
function readProvisional(workspace: Workspace): Provisional | null {
  try {
    return schema.parse(JSON.parse(readFileSync(fileOf(workspace), 'utf8')));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function fileOf({ folder }: Workspace): string {
  return join(folder, 'provisional.json');
}
