import type { Git } from './git.ts';
import type { Workspace } from './workspace.ts';

/** Git that acts on a run's tree with the run's HEAD and index, and never looks at the tree's own `.git`. */
export function workspaceGit(git: Git, workspace: Workspace): Git {
  const place = { GIT_DIR: workspace.gitFolder, GIT_WORK_TREE: workspace.root };
  return (what, { env, ...options } = {}) => git(what, { cwd: workspace.root, ...options, env: { ...place, ...env } });
}

/** The parts of a `-z` listing. */
export function zeroSeparated(output: string): string[] {
  return output.split('\0').filter((part) => part !== '');
}

/** A path of the run as git names it from the root of the repository. */
export function fromRoot(workspace: Workspace, path: string): string {
  return workspace.subdirectory === '' ? path : `${workspace.subdirectory}/${path}`;
}

/** A path that git names from the root as the run names it; null when it lies outside the run's sub-folder. */
export function fromDirectory(workspace: Workspace, path: string): string | null {
  if (workspace.subdirectory === '') return path;
  const prefix = `${workspace.subdirectory}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : null;
}
