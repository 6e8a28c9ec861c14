import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyIndex } from './copy-index.ts';
import { plainDiff } from './diff-between.ts';
import { type Git, gitRefusal } from './git.ts';
import type { Refusal } from './refusal.ts';
import { deadlines } from './tunables.ts';
import type { Workspace } from './workspace.ts';
import { workspaceGit } from './workspace-git.ts';

/**
 * The changes that somebody made directly in the tree since the kept commit, as a patch; empty bytes when there are none.
 * Files that git ignores are left out, and so is what `exclude` matches (patterns of a `.gitignore`, such as the build
 * folder). Tree and index stay as they are: roll back to the kept commit before the patch is judged and applied.
 */
export async function captureChanges(
  git: Git,
  workspace: Workspace,
  { exclude = [] }: { exclude?: readonly string[] } = {},
): Promise<{ readonly ok: true; readonly bytes: Buffer } | Refusal<'GIT_FAILED'>> {
  const draft = join(workspace.folder, `capture-${randomUUID()}`);
  const files = { index: `${draft}.index`, exclude: `${draft}.exclude`, diff: `${draft}.diff` };
  const inTree = workspaceGit(git, workspace);
  const options = { env: { GIT_INDEX_FILE: files.index }, deadlineMs: deadlines.copy };
  try {
    copyIndex(join(workspace.gitFolder, 'index'), files.index);
    await writeFile(files.exclude, exclude.map((line) => `${line}\n`).join(''));
    const added = await inTree(
      ['-c', `core.excludesFile=${files.exclude}`, 'add', '--all', '--', workspace.subdirectory || '.'],
      options,
    );
    if (!added.ok) return gitRefusal('read the changes in the tree', added);
    const args = [
      'diff',
      ...plainDiff(workspace),
      '--binary',
      '--full-index',
      '--cached',
      `--output=${files.diff}`,
      'HEAD',
    ];
    const made = await inTree(args, options);
    return made.ok
      ? { ok: true, bytes: await readFile(files.diff) }
      : gitRefusal('compare the tree with the kept commit', made);
  } finally {
    await Promise.all(Object.values(files).map((file) => rm(file, { force: true })));
  }
}
