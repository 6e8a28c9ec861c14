import { availableParallelism } from 'node:os';
import { soloTrial, type Trial } from './attempt.ts';
import type { Failing, SearchTask } from './ideas.ts';
import { buildOnce } from './prepare.ts';
import { sharedTrial } from './shared-trial.ts';
import { suiteOf } from './suite.ts';
import type { Trees } from './trees.ts';
import { searchTunables } from './tunables.ts';

/**
 * One trial more than there are cores side by side, so that none idles while a trial waits for a process to start or end. Many
 * candidates share a build where they can: only a program of the host can be told which variant of itself to be.
 */
export async function trialsFor(
  task: SearchTask,
  trees: Trees,
  { sources, baseline }: Failing,
  { isShared = true } = {},
): Promise<Trial[]> {
  const { project, environment } = task.bench;
  const isTogether = isShared && project.environments[environment]?.type === 'host';
  const count = Math.min(availableParallelism() + 1, searchTunables.mostTrees);
  const own = await Promise.all(Array.from({ length: count }, (_, at) => builtTree(`try-${at}`)));
  const [first] = own;
  if (first === undefined) return [];
  const suite = await suiteOf(task, first, baseline);
  return await Promise.all(
    own.map(async (tree, at) => {
      const solo = soloTrial(task, tree, sources, suite);
      return isTogether ? sharedTrial(task, await builtTree(`share-${at}`), sources, suite, solo) : solo;
    }),
  );

  async function builtTree(name: string) {
    const tree = await trees.copy(name);
    await buildOnce(task, trees, tree);
    return tree;
  }
}
