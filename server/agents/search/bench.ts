import type { Site } from '#server/environments/environment.ts';
import { wallsAround } from '#server/workspace/walls.ts';
import type { AgentTask } from '../agent.ts';

/** A copy of the project in which something is tried. */
export interface Tree {
  /** The copy of the repository's root. */
  readonly root: string;
  /** The project's folder in it. */
  readonly directory: string;
}

/** Where a scratch tree is built and tested. */
export function siteOf({ bench, workspace, signal }: AgentTask, tree: Tree, stop?: AbortSignal): Site {
  return {
    directory: tree.directory,
    sandbox: wallsAround(tree.root, { store: workspace.store, home: bench.home }),
    marker: bench.activityId,
    watchdog: bench.watchdog,
    signal: stop === undefined ? signal : AbortSignal.any([signal, stop]),
  };
}
