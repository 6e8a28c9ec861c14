import { cp, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Tried } from '#lib/repair/choose/outcome.ts';
import { workspaceGit, zeroSeparated } from '#server/workspace/workspace-git.ts';
import type { AgentTask } from '../agent.ts';
import type { Tree } from './bench.ts';
import { claim, sweepLeftBehind } from './left-behind.ts';

/** Copies of the run's worktree for one activity; all of them go when `work` is done. */
export interface Trees {
  /** With what the last build left, so that the next one has little to do. */
  copy(name: string): Promise<Tree>;
  /** Only what git knows, so that everything is built. */
  fresh(name: string): Promise<Tree>;
  /** Empties a tree and makes it a fresh one. */
  refresh(tree: Tree): Promise<void>;
  /** Candidates that a search of the same tree had tried in vain when its process died. */
  readonly triedBefore: readonly string[];
  /** Remembers a candidate in case this process dies. */
  keep(one: Tried): Promise<void>;
}

export async function withTrees<Result>(task: AgentTask, work: (trees: Trees) => Promise<Result>): Promise<Result> {
  const { bench, workspace } = task;
  const folder = join(bench.home, 'search', bench.activityId);
  const at = (name: string): Tree => {
    const root = join(folder, name);
    return { root, directory: join(root, workspace.subdirectory) };
  };
  const onWhat = await workOf(task);
  const triedBefore = await sweepLeftBehind(join(bench.home, 'search'), onWhat);
  try {
    const keep = await claim(folder, onWhat);
    return await work({
      triedBefore,
      keep,
      async copy(name) {
        const tree = at(name);
        await rm(tree.root, { recursive: true, force: true });
        await cp(workspace.root, tree.root, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
        return tree;
      },
      async fresh(name) {
        const tree = at(name);
        await fill(tree);
        return tree;
      },
      refresh: fill,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }

  async function fill(tree: Tree): Promise<void> {
    await rm(tree.root, { recursive: true, force: true });
    const listed = await workspaceGit(task.git, workspace)(['ls-files', '-z', '--cached']);
    await mkdir(tree.directory, { recursive: true });
    for (const path of zeroSeparated(listed.stdout)) {
      await mkdir(dirname(join(tree.root, path)), { recursive: true });
      await cp(join(workspace.root, path), join(tree.root, path), { verbatimSymlinks: true, recursive: true }).catch(
        () => undefined,
      );
    }
  }
}

/** The run and the tree that is searched: what was tried on another one says nothing of this one. */
export async function workOf({ git, workspace, bench }: AgentTask): Promise<string> {
  const head = await workspaceGit(git, workspace)(['rev-parse', 'HEAD^{tree}']);
  return `${workspace.runId} ${bench.environment} ${head.stdout.trim()}`;
}
