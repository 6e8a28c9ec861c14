import { join } from 'node:path';
import type { Site } from '#server/environments/environment.ts';
import type { AgentTask } from '../agent.ts';

/** A copy of the project in which something is tried. */
export interface Tree {
  /** The copy of the repository's root. */
  readonly root: string;
  /** The project's folder in it. */
  readonly directory: string;
}

/** The walls around everything that is built and run in a tree. */
export function siteOf({ bench, workspace, signal }: AgentTask, tree: Tree, stop?: AbortSignal): Site {
  return {
    directory: tree.directory,
    sandbox: {
      worktree: tree.root,
      hidden: [bench.home],
      readable: [join(workspace.store, 'objects')],
      network: false,
      whenMissing: 'run-bare',
    },
    marker: bench.activityId,
    watchdog: bench.watchdog,
    signal: stop === undefined ? signal : AbortSignal.any([signal, stop]),
  };
}
