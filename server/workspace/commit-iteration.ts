import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pointAgentGit, renewAgentGit } from './agent-git.ts';
import { diffForm, knowPatch, wholePatch } from './diff-between.ts';
import { type Git, gitRefusal } from './git.ts';
import { gitSteps } from './git-steps.ts';
import { unsettled } from './marks.ts';
import { readRef } from './read-ref.ts';
import { type Refusal, refuse } from './refusal.ts';
import type { Beside } from './try-patch.ts';
import { headRef, iterationRef, type Workspace } from './workspace.ts';
import { fromRoot, workspaceGit } from './workspace-git.ts';

export interface CommitOptions {
  /** A confirming iteration changes nothing and is still a commit of its own. */
  readonly allowEmpty?: boolean;
  /** Files changed in the tree otherwise than by `applyPatch` and `restoreProtected`, which need not be named. Nothing else in the tree is committed, so build products never are. */
  readonly paths?: readonly string[];
  /** Steps that another process has tried already: where they succeeded, only their fruits are taken in. */
  readonly done?: CommitSteps;
}

/** How an iteration is committed by a process that does something else before. */
export interface CommitSteps extends Beside {
  /** Beside it bundle and diff are written, with endings of their own. */
  readonly file: string;
  /** The tree's own `.git` is made anew meanwhile. */
  readonly agentGit: Promise<void>;
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
  { allowEmpty = false, paths = [], done }: CommitOptions = {},
): Promise<IterationCommit | Refusal<'NOTHING_CHANGED' | 'GIT_FAILED'>> {
  const inTree = workspaceGit(git, workspace);
  const ref = iterationRef(workspace.runId, iteration);
  if (paths.length > 0) {
    const stdin = paths.map((path) => `${fromRoot(workspace, path)}\0`).join('');
    const listed = await inTree(['update-index', '--add', '--remove', '-z', '--stdin'], { stdin });
    if (!listed.ok) return gitRefusal('record the changed files', listed);
  }
  if ((await readRef(workspace, ref)) === (await keptCommit(workspace))) return made(workspace, ref, done);
  await done?.agentGit;
  const steps = commitSteps(workspace, iteration, { message, allowEmpty });
  const { script, env, stdin } = steps;
  const committed = await inTree(gitSteps(script, []), { env, stdin });
  if (committed.ok) return made(workspace, ref, steps);
  if (committed.stopped || committed.stderr !== '') {
    await steps.undo();
    return gitRefusal(`commit iteration ${iteration}`, committed);
  }
  // Cut off between the commit and its ref, an earlier attempt left nothing to commit but the ref.
  const last = await inTree(['log', '-1', '--format=%B']);
  if (last.stdout.trim() !== message.trim()) {
    await steps.undo();
    await unsettled.clear(workspace);
    return refuse(
      'NOTHING_CHANGED',
      `iteration ${iteration} changes nothing`,
      'Apply a patch first; a confirming iteration may be empty.',
    );
  }
  const kept = await inTree(['update-ref', ref, 'HEAD']);
  if (kept.ok) return made(workspace, ref, steps);
  await steps.undo();
  return gitRefusal(`keep iteration ${iteration}`, kept);
}

/** Commits what is in the index, and keeps the commit. What needs no git process begins at once. */
export function commitSteps(
  workspace: Workspace,
  iteration: number,
  { message, allowEmpty = false }: { message: string; allowEmpty?: boolean },
): CommitSteps {
  const file = join(workspace.folder, randomUUID());
  const env = {
    KEEP_REF: iterationRef(workspace.runId, iteration),
    KEEP_FILE: file,
    KEEP_BASE: workspace.baseCommit,
    KEEP_OPTION: allowEmpty ? '--allow-empty' : '--no-edit',
    KEEP_BELOW: workspace.subdirectory,
  };
  const agentGit = renewAgentGit(workspace);
  // Whoever takes the fruits in hears of a failure.
  agentGit.catch(() => undefined);
  const undo = () => dropFruits(workspace, { file, agentGit });
  return { script: COMMIT_AND_KEEP, env, stdin: message, file, agentGit, undo };
}

/** The message comes from stdin. The commit is good also without bundle and diff. */
const COMMIT_AND_KEEP = `
  git commit --quiet --no-verify --cleanup=verbatim --file=- "$KEEP_OPTION" >/dev/null && {
    { git bundle create --quiet "$KEEP_FILE.bundle" "^$KEEP_BASE" HEAD || rm -f "$KEEP_FILE.bundle"; } &
    bundling=$!
    { git diff ${[...diffForm, ...wholePatch].join(' ')} \${KEEP_BELOW:+"--relative=$KEEP_BELOW/"} \
        --output="$KEEP_FILE.diff" "$KEEP_BASE" HEAD || rm -f "$KEEP_FILE.diff"; } &
    comparing=$!
    kept=0
    git update-ref "$KEEP_REF" HEAD || kept=$?
    wait "$bundling" "$comparing"
    [ "$kept" = 0 ] || rm -f "$KEEP_FILE.bundle" "$KEEP_FILE.diff"
    [ "$kept" = 0 ]
  }`;

/** The answer for the kept commit, with what was made along with it. */
async function made(workspace: Workspace, ref: string, steps: CommitSteps | undefined): Promise<IterationCommit> {
  const commit = await keptCommit(workspace);
  const [bundle, diff] = await Promise.all([
    steps ? taken(`${steps.file}.bundle`) : null,
    steps ? taken(`${steps.file}.diff`) : null,
    (steps?.agentGit ?? renewAgentGit(workspace)).then(() => pointAgentGit(workspace, commit)),
    unsettled.clear(workspace),
  ]);
  if (diff !== null) await knowPatch(workspace, { from: workspace.baseCommit, to: commit }, diff);
  return { ok: true, commit, ref, bundle };
}

/** Nobody takes in what steps have made: the kept commit is what it was. */
async function dropFruits(
  workspace: Workspace,
  { file, agentGit }: Pick<CommitSteps, 'file' | 'agentGit'>,
): Promise<void> {
  await agentGit;
  await Promise.all([
    taken(`${file}.bundle`),
    taken(`${file}.diff`),
    pointAgentGit(workspace, await keptCommit(workspace)),
  ]);
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
