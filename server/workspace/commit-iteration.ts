import { writeAgentGit } from './agent-git.ts';
import { type Git, gitRefusal } from './git.ts';
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
}

/** Commits an iteration on the kept commit and makes it the kept one. Repeating it after an interruption answers the same commit. */
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
  const [written, known] = await Promise.all([
    inTree(['write-tree']),
    readRefs(inTree, [headRef(workspace.runId), ref]),
  ]);
  if (!written.ok) return gitRefusal('write the tree', written);
  const tree = written.stdout.trim();
  const head = known.get(headRef(workspace.runId));
  const earlier = known.get(ref);
  if (!head) return gitRefusal('find the kept commit', written);
  if (earlier && earlier.tree === tree && earlier.commit === head.commit)
    return { ok: true, commit: earlier.commit, ref };
  if (head.tree === tree && !allowEmpty)
    return refuse(
      'NOTHING_CHANGED',
      `iteration ${iteration} changes nothing`,
      'Apply a patch first; a confirming iteration may be empty.',
    );

  const made = await inTree(['commit-tree', tree, '-p', head.commit, '-F', '-'], { stdin: message });
  if (!made.ok) return gitRefusal(`commit iteration ${iteration}`, made);
  const commit = made.stdout.trim();
  const [kept] = await Promise.all([
    inTree(['update-ref', '--stdin'], {
      stdin: `update ${ref} ${commit}\nupdate ${headRef(workspace.runId)} ${commit}\n`,
    }),
    writeAgentGit(workspace, commit),
  ]);
  return kept.ok ? { ok: true, commit, ref } : gitRefusal(`keep iteration ${iteration}`, kept);
}

/** Commit and tree of each of the refs that exists. */
async function readRefs(inTree: Git, refs: readonly string[]): Promise<Map<string, { commit: string; tree: string }>> {
  const listed = await inTree(['for-each-ref', '--format=%(refname) %(objectname) %(tree)', ...refs]);
  return new Map(
    listed.stdout.split('\n').map((line) => {
      const [name = '', commit = '', tree = ''] = line.split(' ');
      return [name, { commit, tree }];
    }),
  );
}
