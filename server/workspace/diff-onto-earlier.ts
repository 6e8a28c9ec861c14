import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Git } from './git.ts';
import { gitSteps } from './git-steps.ts';
import type { Workspace } from './workspace.ts';
import { workspaceGit } from './workspace-git.ts';

/** A patch that was moved to the kept tree. */
export interface EarlierDiff {
  /** The commit that the patch fits. */
  readonly commit: string;
  /** From the kept tree to that commit's tree with the patch: it takes back what stood in the patch's way. */
  readonly diff: Buffer;
}

/**
 * Moves a patch to the kept tree from an earlier tree of the run: the first of `commits` that it fits, by default
 * the newest one, down to the base. It fits where it merges with the content that it was made on, else where it stands as it says. A change that was kept because it did no harm must not keep out the one that helps.
 * Null when the patch fits none, and when nothing would differ.
 * Nothing in the tree or its index changes.
 */
export async function diffOntoEarlier(
  git: Git,
  workspace: Workspace,
  patch: Buffer,
  commits: readonly string[] = [],
): Promise<EarlierDiff | null> {
  const name = join(workspace.folder, randomUUID());
  const [file, index] = [`${name}.diff`, `${name}.index`];
  await writeFile(file, patch);
  try {
    const args = [index, file, workspace.baseCommit, workspace.subdirectory, commits.join(' ')];
    const found = await workspaceGit(git, workspace)(gitSteps(script, args));
    const [commit = '', ...encoded] = found.stdout.split('\n');
    const diff = Buffer.from(encoded.join(''), 'base64');
    return found.ok && diff.length > 0 ? { commit, diff } : null;
  } finally {
    await Promise.all([file, index].map((path) => rm(path, { force: true })));
  }
}

/** By default the kept commit itself is left out: the patch was tried on it. */
const script = `
for commit in \${5:-$(git rev-list --first-parent --skip=1 "$3..HEAD") $3}; do
  GIT_INDEX_FILE="$1" git read-tree "$commit"
  if told=$(GIT_INDEX_FILE="$1" git apply --cached --3way --verbose --whitespace=nowarn \${4:+--directory="$4"} "$2" 2>&1); then
    case $told in *' succeeded at '*' (offset '* | *' with conflicts'*) continue ;; esac
    tree=$(GIT_INDEX_FILE="$1" git write-tree)
    echo "$commit"
    cd "./$4"
    git diff --binary --full-index --no-renames --relative HEAD "$tree" | base64
    break
  fi
done`;
