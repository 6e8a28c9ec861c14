import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Git, gitRefusal } from './git.ts';
import type { Refusal } from './refusal.ts';
import { deadlines } from './tunables.ts';
import { iterationRef, type Workspace } from './workspace.ts';
import { workspaceGit } from './workspace-git.ts';

type Bundled = { readonly ok: true; readonly bytes: Buffer } | Refusal<'GIT_FAILED'>;

/** Packs an iteration's commit and all it needs beyond the base commit, so that another host with the same repository can rebuild it. */
export async function bundleIteration(git: Git, workspace: Workspace, iteration: number): Promise<Bundled> {
  const what = [`^${workspace.baseCommit}`, iterationRef(workspace.runId, iteration)];
  return await pack(git, workspace, what, `bundle iteration ${iteration}`);
}

/**
 * Packs the base commit with its history, so that a host without the repository can rebuild the run. It must be the kept
 * commit. Its name in the bundle is HEAD whatever the run, so that runs from one commit can share it.
 */
export async function bundleBase(git: Git, workspace: Workspace): Promise<Bundled> {
  return await pack(git, workspace, ['HEAD'], 'bundle the base commit');
}

async function pack(git: Git, workspace: Workspace, what: readonly string[], doing: string): Promise<Bundled> {
  const file = join(workspace.folder, `${randomUUID()}.bundle`);
  try {
    const made = await workspaceGit(git, workspace)(['bundle', 'create', '--quiet', file, ...what], {
      deadlineMs: deadlines.copy,
    });
    return made.ok ? { ok: true, bytes: await readFile(file) } : gitRefusal(doing, made);
  } finally {
    await rm(file, { force: true });
  }
}
