import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAgentGit } from './agent-git.ts';
import { type Git, gitRefusal } from './git.ts';
import { gitSteps } from './git-steps.ts';
import { readRef } from './read-ref.ts';
import { type Refusal, refuse } from './refusal.ts';
import { headRef, iterationRef, type Workspace } from './workspace.ts';
import { fromRoot, workspaceGit } from './workspace-git.ts';

export interface CommitOptions {
  /** A confirming iteration changes nothing and is still a commit of its own. */
  readonly allowEmpty?: boolean;
  /** Files changed in the tree otherwise than by `applyPatch` and `restoreProtected`, which need not be named. Nothing else in the tree is committed, so build products never are. */
  readonly paths?: readonly string[];
}

export interface IterationCommit {
  readonly ok: true;
  readonly commit: string;
  /** Keeps the commit and its objects. */
  readonly ref: string;
  /** What `bundleIteration` packs, where that came along with the commit: one process less. */
  readonly bundle: Buffer | null;
}

/**
 * Commits what is in the index on the kept commit, and makes that the kept one. An iteration whose commit is the kept one
 * already is answered as it is, so repeating the step after an interruption does no harm.
 */
export async function commitIteration(
  git: Git,
  workspace: Workspace,
  iteration: number,
  message: string,
  { allowEmpty = false, paths = [] }: CommitOptions = {},
): Promise<IterationCommit | Refusal<'NOTHING_CHANGED' | 'GIT_FAILED'>> {
  const inTree = workspaceGit(git, workspace);
  const ref = iterationRef(workspace.runId, iteration);
  if (paths.length > 0) {
    const stdin = paths.map((path) => `${fromRoot(workspace, path)}\0`).join('');
    const listed = await inTree(['update-index', '--add', '--remove', '-z', '--stdin'], { stdin });
    if (!listed.ok) return gitRefusal('record the changed files', listed);
  }
  if ((await readRef(workspace, ref)) === (await keptCommit(workspace))) return made(workspace, ref);
  const bundle = join(workspace.folder, `${randomUUID()}.bundle`);
  const words = [ref, bundle, workspace.baseCommit, ...(allowEmpty ? ['--allow-empty'] : [])];
  const committed = await inTree(gitSteps(COMMIT_AND_KEEP, words), { stdin: message });
  if (committed.ok) return made(workspace, ref, await taken(bundle));
  if (committed.stopped || committed.stderr !== '') return gitRefusal(`commit iteration ${iteration}`, committed);
  // Cut off between the commit and its ref, an earlier attempt left nothing to commit but the ref.
  const last = await inTree(['log', '-1', '--format=%B']);
  if (last.stdout.trim() !== message.trim())
    return refuse(
      'NOTHING_CHANGED',
      `iteration ${iteration} changes nothing`,
      'Apply a patch first; a confirming iteration may be empty.',
    );
  const kept = await inTree(['update-ref', ref, 'HEAD']);
  return kept.ok ? made(workspace, ref) : gitRefusal(`keep iteration ${iteration}`, kept);
}

/**
 * The message comes from stdin; `$1` is the ref, `$2` the file of the bundle, `$3` the base commit, what follows are options
 * of the commit. Without a bundle the commit is still good.
 */
const COMMIT_AND_KEEP = `
  ref="$1"; bundle="$2"; base="$3"; shift 3
  git commit --quiet --no-verify --cleanup=verbatim --file=- "$@"
  git update-ref "$ref" HEAD
  git bundle create --quiet "$bundle" "^$base" "$ref" || rm -f "$bundle"`;

async function made(workspace: Workspace, ref: string, bundle: Buffer | null = null): Promise<IterationCommit> {
  const commit = await keptCommit(workspace);
  await writeAgentGit(workspace, commit);
  return { ok: true, commit, ref, bundle };
}

async function taken(file: string): Promise<Buffer | null> {
  const bytes = await readFile(file).catch(() => null);
  await rm(file, { force: true });
  return bytes;
}

async function keptCommit(workspace: Workspace): Promise<string> {
  const commit = await readRef(workspace, headRef(workspace.runId));
  if (commit === null) throw new Error(`the workspace of run ${workspace.runId} has no kept commit`);
  return commit;
}
