import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Git, gitRefusal } from './git.ts';
import type { Refusal } from './refusal.ts';
import { deadlines } from './tunables.ts';
import { iterationRef, type Workspace } from './workspace.ts';
import { workspaceGit } from './workspace-git.ts';

/** Packs an iteration's commit and all it needs beyond the base commit, so that another host with the same repository can rebuild it. */
export async function bundleIteration(
  git: Git,
  workspace: Workspace,
  iteration: number,
): Promise<{ readonly ok: true; readonly bytes: Buffer } | Refusal<'GIT_FAILED'>> {
  const file = join(workspace.folder, `${randomUUID()}.bundle`);
  try {
    const args = [
      'bundle',
      'create',
      '--quiet',
      file,
      `^${workspace.baseCommit}`,
      iterationRef(workspace.runId, iteration),
    ];
    const made = await workspaceGit(git, workspace)(args, { deadlineMs: deadlines.copy });
    return made.ok ? { ok: true, bytes: await readFile(file) } : gitRefusal(`bundle iteration ${iteration}`, made);
  } finally {
    await rm(file, { force: true });
  }
}
