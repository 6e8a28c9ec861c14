import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pointAgentGit, renewAgentGit } from './agent-git.ts';
import { type Git, gitRefusal } from './git.ts';
import { gitSteps } from './git-steps.ts';
import { unsettled } from './marks.ts';
import { overwrite } from './overwrite.ts';
import { readRef, writeRef } from './refs.ts';
import { type Refusal, refuse } from './refusal.ts';
import type { Beside } from './try-patch.ts';
import { headRef, iterationRef, type Workspace } from './workspace.ts';
import { fromRoot, workspaceGit } from './workspace-git.ts';

export interface CommitOptions {
  /** A confirming iteration changes nothing and is still a commit of its own. */
  readonly allowEmpty?: boolean;
  /** Files changed in the tree otherwise than by `applyPatch` and `restoreProtected`, which need not be named. Nothing else in the tree is committed, so build products never are. */
  readonly paths?: readonly string[];
  /** Steps that another process has tried already: where they succeeded, only the rest is done. */
  readonly done?: CommitSteps;
}

/** How an iteration is committed by a process that does something else before. */
export interface CommitSteps extends Beside {
  /** The commit that was kept before: another one is theirs. */
  readonly onto: string;
  /** The tree's own `.git` is made anew meanwhile. */
  readonly agentGit: Promise<void>;
}

export interface IterationCommit {
  readonly ok: true;
  readonly commit: string;
  /** Keeps the commit and its objects. */
  readonly ref: string;
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
  const kept = keptCommit(workspace);
  if (kept === readRef(workspace, ref) || (done && kept !== done.onto)) return await made(workspace, iteration, done);
  await done?.agentGit;
  const steps = commitSteps(workspace, { message, allowEmpty });
  const committed = await inTree(gitSteps(steps.script, []), { env: steps.env });
  if (committed.ok) return await made(workspace, iteration, steps);
  if (committed.stopped || committed.stderr !== '') {
    await steps.undo();
    return gitRefusal(`commit iteration ${iteration}`, committed);
  }
  // Cut off between the commit and its ref, an earlier attempt left nothing to commit but the ref.
  const last = await inTree(['log', '-1', '--format=%B']);
  if (last.stdout.trim() !== message.trim()) {
    await steps.undo();
    unsettled.clear(workspace);
    return refuse(
      'NOTHING_CHANGED',
      `iteration ${iteration} changes nothing`,
      'Apply a patch first; a confirming iteration may be empty.',
    );
  }
  return await made(workspace, iteration, steps);
}

/** Commits what is in the index. What needs no git process is done beside it, from the next turn on: git is started before. */
export function commitSteps(
  workspace: Workspace,
  { message, allowEmpty = false }: { message: string; allowEmpty?: boolean },
): CommitSteps {
  const file = join(workspace.folder, 'message');
  overwrite(file, Buffer.from(message));
  const env = { MESSAGE_FILE: file, COMMIT_OPTION: allowEmpty ? '--allow-empty' : '--no-edit' };
  const agentGit = nextTurn().then(() => renewAgentGit(workspace));
  // Whoever does the rest hears of a failure.
  agentGit.catch(() => undefined);
  const onto = keptCommit(workspace);
  const undo = async () => {
    await agentGit;
    pointAgentGit(workspace, keptCommit(workspace));
  };
  return { script: COMMIT, env, onto, agentGit, undo };
}

const COMMIT = 'git commit --quiet --no-verify --cleanup=verbatim --file="$MESSAGE_FILE" "$COMMIT_OPTION" >/dev/null';

/** The answer for the kept commit, which its ref keeps from now on. */
async function made(
  workspace: Workspace,
  iteration: number,
  steps: CommitSteps | undefined,
): Promise<IterationCommit | Refusal<'GIT_FAILED'>> {
  const commit = keptCommit(workspace);
  const ref = iterationRef(workspace.runId, iteration);
  await (steps?.agentGit ?? renewAgentGit(workspace));
  pointAgentGit(workspace, commit);
  try {
    writeRef(workspace, ref, commit);
  } catch (error) {
    return gitRefusal(`keep iteration ${iteration}`, { trouble: (error as Error).message });
  }
  unsettled.clear(workspace);
  return { ok: true, commit, ref };
}

function keptCommit(workspace: Workspace): string {
  const commit = readRef(workspace, headRef(workspace.runId));
  if (commit === null) throw new Error(`the workspace of run ${workspace.runId} has no kept commit`);
  return commit;
}
