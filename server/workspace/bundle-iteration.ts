import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { knowPatch, plainDiff, wholePatch } from './diff-between.ts';
import { type Git, gitRefusal } from './git.ts';
import { type GitSteps, gitSteps } from './git-steps.ts';
import type { Refusal } from './refusal.ts';
import { deadlines } from './tunables.ts';
import { iterationRef, type Workspace } from './workspace.ts';
import { workspaceGit } from './workspace-git.ts';

type Bundled = { readonly ok: true; readonly bytes: Buffer } | Refusal<'GIT_FAILED'>;

/** Packs an iteration's commit and all it needs beyond the base commit, so that another host with the same repository can rebuild it. */
export async function bundleIteration(git: Git, workspace: Workspace, iteration: number): Promise<Bundled> {
  const what = [`^${workspace.baseCommit}`, iterationRef(workspace.runId, iteration)];
  return await pack(git, workspace, `bundle iteration ${iteration}`, (file) => bundling(file, what));
}

/**
 * The same for an iteration that was just committed. The process that packs it compares it with the base as well, so that
 * `patchFile` need not start another one.
 */
export async function bundleNewIteration(
  git: Git,
  workspace: Workspace,
  { iteration, commit }: { readonly iteration: number; readonly commit: string },
): Promise<Bundled> {
  const { baseCommit, folder, runId } = workspace;
  const diff = join(folder, `${randomUUID()}.diff`);
  const how = [...plainDiff(workspace), ...wholePatch];
  const packed = await pack(git, workspace, `bundle iteration ${iteration}`, (file) =>
    gitSteps(COMPARE_AND_PACK, [file, diff, baseCommit, commit, iterationRef(runId, iteration), ...how]),
  );
  const bytes = await readFile(diff).catch(() => null);
  await rm(diff, { force: true });
  if (bytes !== null) await knowPatch(workspace, { from: baseCommit, to: commit }, bytes);
  return packed;
}

const COMPARE_AND_PACK = `
  file="$1" diff="$2" base="$3" commit="$4" ref="$5"
  shift 5
  git diff "$@" --output="$diff" "$base" "$commit" || rm -f "$diff"
  git bundle create --quiet "$file" "^$base" "$ref"`;

/**
 * Packs the base commit with its history, so that a host without the repository can rebuild the run. It must be the kept
 * commit. Its name in the bundle is HEAD whatever the run, so that runs from one commit can share it.
 */
export async function bundleBase(git: Git, workspace: Workspace): Promise<Bundled> {
  return await pack(git, workspace, 'bundle the base commit', (file) => bundling(file, ['HEAD']));
}

function bundling(file: string, what: readonly string[]): readonly string[] {
  return ['bundle', 'create', '--quiet', file, ...what];
}

async function pack(
  git: Git,
  workspace: Workspace,
  doing: string,
  into: (file: string) => readonly string[] | GitSteps,
): Promise<Bundled> {
  const file = join(workspace.folder, `${randomUUID()}.bundle`);
  try {
    const made = await workspaceGit(git, workspace)(into(file), { deadlineMs: deadlines.copy });
    return made.ok ? { ok: true, bytes: await readFile(file) } : gitRefusal(doing, made);
  } finally {
    await rm(file, { force: true });
  }
}
