import { createHash } from 'node:crypto';
import { join } from 'node:path';

/**
 * A run's own copy of a firmware repository. Git's data for it (objects, refs, index) lies outside the tree, so nothing that
 * happens in the tree, `rm -rf .git` included, can harm it; the user's repository is only read.
 */
export interface Workspace {
  readonly runId: string;
  /** Everything of this run: `tree`, `git`, the record of a finished set-up, marks, and the message of the last commit. */
  readonly folder: string;
  /** The checked-out tree of the whole repository. */
  readonly root: string;
  /** Where the run works: `root`, or the sub-folder of it that holds the project. Every path in this module's answers is relative to it. */
  readonly directory: string;
  /** `directory` relative to `root`, with `/` between folders; empty when they are the same. */
  readonly subdirectory: string;
  /** Bare repository with the objects and refs of all runs on the same source; a sandbox binds it read-only. */
  readonly store: string;
  /** Git's folder for this tree, in the form of a linked work tree: HEAD and index of its own, everything else in `store`. */
  readonly gitFolder: string;
  readonly baseCommit: string;
}

export interface WorkspaceKey {
  /** Folder on this host that holds all workspaces. */
  readonly home: string;
  readonly runId: string;
  /** Absolute path of the user's repository. */
  readonly repository: string;
  readonly baseCommit: string;
  readonly subdirectory: string;
}

/** Where a run's workspace lies; nothing is created. */
export function locateWorkspace({ home, runId, repository, baseCommit, subdirectory }: WorkspaceKey): Workspace {
  const folder = join(worktreesFolder(home), runId);
  const root = join(folder, 'tree');
  return {
    runId,
    folder,
    root,
    directory: join(root, subdirectory),
    subdirectory,
    store: join(storesFolder(home), `${pathHash(repository)}.git`),
    gitFolder: join(folder, 'git'),
    baseCommit,
  };
}

export function worktreesFolder(home: string): string {
  return join(home, 'worktrees');
}

export function storesFolder(home: string): string {
  return join(home, 'repositories');
}

/** A short name for a folder on this host. */
export function pathHash(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 16);
}

/** Run ids become folder and ref names. */
export function isRunId(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(text);
}

/** The ref that keeps an iteration's commit, and with it all its objects. */
export function iterationRef(runId: string, iteration: number): string {
  return `refs/firmloop/${runId}/${iteration}`;
}

/** The ref of the commit whose tree is kept: the last iteration, or the one rolled back to. */
export function headRef(runId: string): string {
  return `refs/firmloop/${runId}/head`;
}

export function baseRef(runId: string): string {
  return `refs/firmloop/${runId}/base`;
}
