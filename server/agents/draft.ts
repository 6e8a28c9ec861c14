import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAgentGit } from '#server/workspace/agent-git.ts';
import { captureChanges } from '#server/workspace/capture-changes.ts';
import type { Git } from '#server/workspace/git.ts';
import { ignorePattern } from '#server/workspace/ignore-pattern.ts';
import { deadlines } from '#server/workspace/tunables.ts';
import { wallsAround } from '#server/workspace/walls.ts';
import type { Workspace } from '#server/workspace/workspace.ts';
import { workspaceGit, zeroSeparated } from '#server/workspace/workspace-git.ts';
import type { AgentTree } from './task-agent.ts';

/** A copy of the run's kept tree for one call of an agent. */
export interface Draft {
  /** Made when it is first asked for: only what git knows, with a `.git` that the agent may do with as it likes. */
  tree(): Promise<AgentTree>;
  /** What was changed in it, told by git; empty bytes when nothing was. */
  changes(): Promise<Buffer>;
}

interface DraftOf {
  readonly git: Git;
  readonly workspace: Workspace;
  readonly home: string;
  readonly activityId: string;
}

/** Gives `work` a draft that is gone when it ends. The run's own tree is never touched. */
export async function withDraft<Result>(of: DraftOf, work: (draft: Draft) => Promise<Result>): Promise<Result> {
  const { git, home, activityId } = of;
  const folder = join(home, 'drafts', activityId);
  const root = join(folder, 'tree');
  const workspace = { ...of.workspace, root, directory: join(root, of.workspace.subdirectory) };
  let made: Promise<AgentTree> | undefined;
  const make = async (): Promise<AgentTree> => {
    await rm(folder, { recursive: true, force: true });
    await mkdir(workspace.directory, { recursive: true });
    const inTree = workspaceGit(git, of.workspace);
    const [head, out] = await Promise.all([
      inTree(['rev-parse', 'HEAD']),
      inTree(['checkout-index', '--all', '--force', `--prefix=${root}/`], { deadlineMs: deadlines.copy }),
    ]);
    if (!head.ok || !out.ok) throw new Error(`git could not copy the tree: ${head.ok ? out.trouble : head.trouble}`);
    await writeAgentGit(workspace, head.stdout.trim());
    const sandbox = wallsAround(root, { store: workspace.store, home });
    return { root, directory: workspace.directory, sandbox };
  };
  try {
    return await work({
      tree: () => (made ??= make()),
      async changes() {
        if (made === undefined) return Buffer.alloc(0);
        const captured = await captureChanges(git, workspace, { exclude: await leftByBuilds(git, of.workspace) });
        if (!captured.ok) throw new Error(captured.reason);
        return captured.bytes;
      },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Untracked files of the run's own tree are what its builds make there: an agent that builds makes them too. */
async function leftByBuilds(git: Git, workspace: Workspace): Promise<string[]> {
  const listed = await workspaceGit(
    git,
    workspace,
  )(['ls-files', '-z', '--others', '--exclude-standard', '--directory']);
  return zeroSeparated(listed.stdout).map(ignorePattern);
}
