import { randomUUID } from 'node:crypto';
import { mkdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Git, gitRefusal } from './git.ts';
import { type Refusal, refuse } from './refusal.ts';
import { deadlines } from './tunables.ts';
import { pathHash } from './workspace.ts';

export interface ImportedFolder {
  readonly ok: true;
  /** A private repository that can be given to `openWorkspace`. */
  readonly repository: string;
  readonly subdirectory: '';
  /** The same content gives the same commit. */
  readonly baseCommit: string;
}

/**
 * Takes a snapshot of a folder that is not under git, so that a run can start on it. The folder is only read; what its
 * `.gitignore` files exclude is left out. The result of such a run is a patch file: there is no repository to publish into.
 */
export async function importFolder(
  git: Git,
  { home, folder }: { home: string; folder: string },
): Promise<ImportedFolder | Refusal<'GIT_FAILED' | 'EMPTY_FOLDER'>> {
  const source = await realpath(folder);
  const repository = join(importsFolder(home), `${pathHash(source)}.git`);
  const index = join(repository, `import-${randomUUID()}`);
  await mkdir(repository, { recursive: true });
  const env = { GIT_DIR: repository, GIT_WORK_TREE: source, GIT_INDEX_FILE: index, ...fixedDates };
  const at: Git = (what) => git(what, { cwd: source, env, deadlineMs: deadlines.copy });
  try {
    const made = await git(['init', '--quiet', '--bare', '--template=', repository]);
    if (!made.ok) return gitRefusal(`create ${repository}`, made);
    const added = await at(['add', '--all']);
    if (!added.ok) return gitRefusal(`read ${source}`, added);
    const tree = await at(['write-tree']);
    if (!tree.ok) return gitRefusal(`store ${source}`, tree);
    if (tree.stdout.trim() === EMPTY_TREE)
      return refuse('EMPTY_FOLDER', `${source} has no files`, 'Give the folder of a firmware project.');
    const commit = await at(['commit-tree', tree.stdout.trim(), '-m', 'Snapshot of a folder']);
    if (!commit.ok) return gitRefusal(`store ${source}`, commit);
    const baseCommit = commit.stdout.trim();
    const kept = await at(['update-ref', `refs/heads/snapshot-${baseCommit.slice(0, 12)}`, baseCommit]);
    return kept.ok ? { ok: true, repository, subdirectory: '', baseCommit } : gitRefusal(`store ${source}`, kept);
  } finally {
    await rm(index, { force: true });
  }
}

const fixedDates = { GIT_AUTHOR_DATE: '2000-01-01T00:00:00Z', GIT_COMMITTER_DATE: '2000-01-01T00:00:00Z' } as const;

/** Folder of a home with the snapshots of folders that are not under git. */
export function importsFolder(home: string): string {
  return join(home, 'imports');
}

/** Git's hash of a tree without entries, in SHA-1; imports are always SHA-1 repositories. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
