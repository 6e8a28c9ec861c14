import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyIndex } from './copy-index.ts';
import type { Workspace } from './workspace.ts';

/**
 * Gives the tree a `.git` of its own, in which an agent may commit, reset, stash and destroy as it likes: it borrows the
 * store's objects and starts at `commit` with a clean status. It is made anew each time, since an agent's settings must
 * not survive into the measured build. Plain files only: no git process.
 */
export async function writeAgentGit(workspace: Workspace, commit: string): Promise<void> {
  await renewAgentGit(workspace);
  pointAgentGit(workspace, commit);
}

/** The part that does not depend on the commit: what an agent left is gone, but it starts nowhere yet. */
export async function renewAgentGit({ root, folder: beside, store, baseCommit }: Workspace): Promise<void> {
  const folder = join(root, '.git');
  const old = join(beside, `${randomUUID()}.old`);
  await rename(folder, old).catch(ignoreMissing);
  // A few small files, at once: git is at work meanwhile and has need of the processor.
  for (const name of ['objects/info', 'refs/heads']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'config'), config(baseCommit));
  writeFileSync(join(folder, 'objects/info/alternates'), `${join(store, 'objects')}\n`);
  await Promise.all([
    rm(old, { recursive: true, force: true }),
    tagsOf(store).then((tags) => writeFile(join(folder, 'packed-refs'), tags)),
    copyFile(join(store, 'shallow'), join(folder, 'shallow')).catch(ignoreMissing),
  ]);
}

/** The rest, once the index is that of the commit. */
export function pointAgentGit({ root, gitFolder }: Workspace, commit: string): void {
  const folder = join(root, '.git');
  writeFileSync(join(folder, 'HEAD'), `${commit}\n`);
  copyIndex(join(gitFolder, 'index'), join(folder, 'index'));
}

function config(commit: string): string {
  const sha256 = commit.length === 64;
  return [
    '[core]',
    `repositoryformatversion = ${sha256 ? 1 : 0}`,
    'bare = false',
    ...(sha256 ? ['[extensions]', 'objectFormat = sha256'] : []),
    '[gc]',
    'auto = 0',
    '[user]',
    'name = Firmloop',
    'email = firmloop@localhost',
    '',
  ].join('\n');
}

/** Many firmware builds take their version from `git describe`, so the source's tags are visible. */
async function tagsOf(store: string): Promise<string> {
  const lines = (await readFile(join(store, 'packed-refs'), 'utf8').catch(ignoreMissing))?.split('\n') ?? [];
  const kept = lines.filter((line, at) => isTag(line) || (line.startsWith('^') && isTag(lines[at - 1])));
  return ['# pack-refs with: peeled sorted', ...kept, ''].join('\n');
}

function isTag(line: string | undefined): boolean {
  return line?.includes(' refs/tags/') ?? false;
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
