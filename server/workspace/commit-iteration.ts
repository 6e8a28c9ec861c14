import { writeAgentGit } from './agent-git.ts';
import { type Git, gitRefusal } from './git.ts';
import { gitSteps } from './git-steps.ts';
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
  const read = await inTree(gitSteps(READ_STATE, [headRef(workspace.runId), ref]));
  if (!read.ok) return gitRefusal('write the tree', read);
  const { tree, head, earlier } = parseState(read.stdout, headRef(workspace.runId), ref);
  if (head === undefined) return gitRefusal('find the kept commit', read);
  if (earlier?.tree === tree && earlier.commit === head.commit) return { ok: true, commit: earlier.commit, ref };
  if (head.tree === tree && !allowEmpty)
    return refuse(
      'NOTHING_CHANGED',
      `iteration ${iteration} changes nothing`,
      'Apply a patch first; a confirming iteration may be empty.',
    );

  const made = await inTree(gitSteps(COMMIT, [tree, head.commit, ref, headRef(workspace.runId)]), { stdin: message });
  if (!made.ok) return gitRefusal(`commit iteration ${iteration}`, made);
  const commit = made.stdout.trim();
  await writeAgentGit(workspace, commit);
  return { ok: true, commit, ref };
}

/** Prints the tree of the index, then a line for each of the given refs that exists. */
const READ_STATE = `
  git write-tree
  git for-each-ref --format='%(refname) %(objectname) %(tree)' "$@"`;

/** Commits tree $1 on $2 with the message from stdin, lets both refs $3 and $4 name it, and prints its hash. */
const COMMIT = `
  commit=$(git commit-tree "$1" -p "$2" -F -)
  printf 'update %s %s\\n' "$3" "$commit" "$4" "$commit" | git update-ref --stdin
  echo "$commit"`;

interface KnownCommit {
  readonly commit: string;
  readonly tree: string;
}

function parseState(output: string, headName: string, iterationName: string) {
  const [tree = '', ...lines] = output.split('\n');
  const refs = new Map<string, KnownCommit>(
    lines.map((line) => {
      const [name = '', commit = '', commitTree = ''] = line.split(' ');
      return [name, { commit, tree: commitTree }];
    }),
  );
  return { tree, head: refs.get(headName), earlier: refs.get(iterationName) };
}
