import { chmod, lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeDurably } from './durably.ts';
import { type Git, gitRefusal } from './git.ts';
import type { Refusal } from './refusal.ts';
import { deadlines } from './tunables.ts';
import type { Workspace } from './workspace.ts';
import { zeroSeparated } from './workspace-git.ts';

/** What a tree was before something changed it: git's tree of the bytes, and beside it what git does not keep. */
const snapshot = z.object({
  n: z.int().min(1),
  /** What is about to be done, as undo and pages name it. */
  before: z.object({ planId: z.string(), step: z.int(), call: z.int(), tool: z.string() }),
  tree: z.string(),
  /** Permission bits of files and folders by path. */
  modes: z.record(z.string(), z.int()),
  folders: z.array(z.string()),
});
export type Snapshot = z.output<typeof snapshot>;

type Failed = Refusal<'GIT_FAILED'>;

/**
 * Keeps the whole tree as it stands, ignored files, links and permission bits included, byte for byte whatever the
 * repository's attributes say. It is on disk before the answer: who changes the tree afterwards can always be undone.
 */
export async function takeSnapshot(
  git: Git,
  workspace: Workspace,
  before: Snapshot['before'],
): Promise<({ readonly ok: true } & Snapshot) | Failed> {
  const tree = await treeNow(git, workspace);
  if (!tree.ok) return tree;
  const { modes, folders } = await beside(workspace.root);
  const taken = { n: (await snapshotsOf(workspace)).length + 1, before, tree: tree.tree, modes, folders };
  await writeDurably(join(folderOf(workspace), `${String(taken.n).padStart(5, '0')}.json`), JSON.stringify(taken));
  return { ok: true, ...taken };
}

/** Every snapshot of a run, oldest first. */
export async function snapshotsOf(workspace: Workspace): Promise<Snapshot[]> {
  const names = await readdir(folderOf(workspace)).catch(() => []);
  const files = names.filter((name) => /^\d{5}\.json$/.test(name)).sort();
  return await Promise.all(
    files.map(async (name) => snapshot.parse(JSON.parse(await readFile(join(folderOf(workspace), name), 'utf8')))),
  );
}

/** Puts the tree back to a snapshot, byte for byte. Doing it twice is doing it once. Gives the paths that were not so. */
export async function restoreSnapshot(
  git: Git,
  workspace: Workspace,
  to: Snapshot,
): Promise<{ readonly ok: true; readonly paths: readonly string[] } | Failed> {
  const now = await treeNow(git, workspace);
  if (!now.ok) return now;
  const inUndo = undoGit(git, workspace);
  const compared = await inUndo(['diff-tree', '-r', '-z', '--no-renames', '--name-only', now.tree, to.tree]);
  if (!compared.ok) return gitRefusal('compare the tree with the snapshot', compared);
  const paths = zeroSeparated(compared.stdout);
  for (const path of paths) await remove(join(workspace.root, path));
  const placed = await inUndo(['read-tree', to.tree]);
  if (!placed.ok) return gitRefusal('read the snapshot', placed);
  const folders = new Set(to.folders);
  const kept = new Set(Object.keys(to.modes).filter((path) => !folders.has(path)));
  const back = paths.filter((path) => kept.has(path));
  const written = await inUndo(['checkout-index', '--force', '-z', '--stdin'], {
    stdin: back.map((path) => `${path}\0`).join(''),
    deadlineMs: deadlines.copy,
  });
  if (!written.ok) return gitRefusal('write the snapshot', written);
  await restoreBeside(workspace.root, to);
  return { ok: true, paths };
}

/** The patch that leads from the tree as it stands back to a snapshot: what undoing it would do, to be read. */
export async function inversePatch(git: Git, workspace: Workspace, to: Snapshot): Promise<string | null> {
  const now = await treeNow(git, workspace);
  if (!now.ok) return null;
  const made = await undoGit(git, workspace)(['diff-tree', '-r', '-p', '--binary', '--no-renames', now.tree, to.tree]);
  return made.ok ? made.stdout : null;
}

/** A path below what is a file by now is gone already. */
async function remove(path: string): Promise<void> {
  await rm(path, { force: true, recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTDIR') throw error;
  });
}

/** A store of its own, so that neither the run's index nor the repository's attributes have a part in it. */
function undoGit(git: Git, workspace: Workspace): Git {
  return (args, options) =>
    git([`--git-dir=${join(folderOf(workspace), 'git')}`, `--work-tree=${workspace.root}`, ...args], {
      cwd: workspace.root,
      ...options,
    });
}

async function treeNow(git: Git, workspace: Workspace): Promise<{ readonly ok: true; readonly tree: string } | Failed> {
  const inUndo = undoGit(git, workspace);
  const gitFolder = join(folderOf(workspace), 'git');
  await mkdir(folderOf(workspace), { recursive: true });
  if ((await lstat(join(gitFolder, 'HEAD')).catch(() => null)) === null) {
    const made = await git(['init', '--quiet', '--bare', gitFolder]);
    if (!made.ok) return gitRefusal('make the store of snapshots', made);
    await mkdir(join(gitFolder, 'info'), { recursive: true });
    // What is nearest wins: no attribute of the repository may change a byte.
    await writeFile(join(gitFolder, 'info', 'attributes'), '* -text -eol -filter -ident -working-tree-encoding\n');
  }
  const added = await inUndo(['-c', 'core.bare=false', 'add', '--all', '--force', '--', '.'], {
    deadlineMs: deadlines.copy,
  });
  if (!added.ok) return gitRefusal('keep the tree', added);
  const written = await inUndo(['write-tree']);
  return written.ok ? { ok: true, tree: written.stdout.trim() } : gitRefusal('keep the tree', written);
}

/** Permission bits and folders, which git does not keep; the entry `.git` at the top is not part of the project. */
async function beside(root: string): Promise<Pick<Snapshot, 'modes' | 'folders'>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const modes: Record<string, number> = {};
  const folders: string[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name).slice(root.length + 1);
    if (path === '.git' || path.startsWith('.git/')) continue;
    const { mode } = await lstat(join(root, path));
    modes[path] = mode & 0o7777;
    if (entry.isDirectory()) folders.push(path);
  }
  return { modes, folders };
}

async function restoreBeside(root: string, { modes, folders }: Snapshot): Promise<void> {
  const now = await beside(root);
  const wanted = new Set(folders);
  // The deepest first, so that a folder is empty when its turn comes.
  for (const folder of now.folders
    .filter((path) => !wanted.has(path))
    .sort()
    .reverse())
    await rm(join(root, folder), { recursive: true, force: true });
  for (const folder of folders.toSorted()) await mkdir(join(root, folder), { recursive: true });
  for (const [path, mode] of Object.entries(modes)) {
    const entry = await lstat(join(root, path)).catch(() => null);
    if (entry !== null && !entry.isSymbolicLink() && (entry.mode & 0o7777) !== mode)
      await chmod(join(root, path), mode);
  }
}

function folderOf(workspace: Workspace): string {
  return join(workspace.folder, 'undo');
}
