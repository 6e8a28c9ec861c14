import { chmod, cp, lstat, mkdir, readdir, stat } from 'node:fs/promises';
import { isAbsolute, join, sep } from 'node:path';
import type { Git } from '#server/workspace/git.ts';
import type { Workspace } from '#server/workspace/workspace.ts';

/** The hooks that a commit would run in the user's repository. */
export interface Hooks {
  /** The folder for `core.hooksPath`. */
  readonly folder: string;
  readonly names: readonly string[];
}

const ofCommit = ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit', 'pre-merge-commit'];

/**
 * Copies the hooks of the user's repository to where the session cannot have changed them: those of its git folder, or
 * of the folder that its settings name, with what lies beside it, as hook managers keep their scripts there.
 */
export async function copyHooks(git: Git, { root, folder }: Workspace, repository: string): Promise<Hooks | null> {
  const configured = await git(['config', '--local', '--get', 'core.hooksPath'], { cwd: repository });
  const path = configured.stdout.trim();
  // Our git runs no hooks, so its own answer to where they are is nowhere.
  const own = await git(['rev-parse', '--git-common-dir'], { cwd: repository });
  const from = resolve(repository, path === '' ? join(own.stdout.trim(), 'hooks') : path);
  const into = join(root, '.git', 'hooks-of-project');
  const names = await executablesIn(from);
  if (names.length === 0) return null;
  // A folder below a folder is copied with its neighbours; a folder of its own alone.
  const parts = path === '' || isAbsolute(path) ? [] : path.split(sep).filter((part) => part !== '' && part !== '.');
  const [top, ...below] = parts;
  const neighbours = top !== undefined && below.length > 0 && !parts.includes('..');
  await mkdir(into, { recursive: true });
  await cp(neighbours ? join(repository, top) : from, into, {
    recursive: true,
    filter: (source) => isPlain(source, folder),
  });
  const copied = neighbours ? join(into, ...below) : into;
  await Promise.all(names.map((name) => chmod(join(copied, name), 0o755)));
  return { folder: copied, names };
}

async function executablesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => ofCommit.includes(name));
  const modes = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => null)));
  return names.filter((_, at) => modes[at]?.isFile() === true && (modes[at].mode & 0o111) !== 0);
}

/** Links could lead anywhere, and sockets cannot be copied. */
async function isPlain(path: string, folder: string): Promise<boolean> {
  if (path.startsWith(folder)) return false;
  const entry = await lstat(path);
  return entry.isFile() || entry.isDirectory();
}

function resolve(repository: string, path: string): string {
  return isAbsolute(path) ? path : join(repository, path);
}
