import { isFailing } from '#lib/repair/choose/compare.ts';
import type { AgentTask } from '../agent.ts';
import type { Tree } from './bench.ts';
import { type Built, build } from './build.ts';
import { localise, type Suspicion } from './localise.ts';
import { runTests, type TestRun } from './run-tests.ts';
import { readSources, type Sources } from './sources.ts';
import { type Trees, workOf } from './trees.ts';

/** What is known of the code as it is, before anything is tried. */
export type Prepared =
  | { readonly state: 'does not build'; readonly sources: Sources; readonly built: Built }
  | {
      readonly state: 'fails';
      readonly sources: Sources;
      readonly baseline: TestRun;
      readonly suspicion: Suspicion;
      /** Ids of candidates that were tried on this tree: asked again, the search goes on with others. */
      readonly tried: Set<string>;
    }
  | { readonly state: 'passes'; readonly tests: number };

/** Builds, tests and traces the kept tree; done once for the analysis and the proposal that follows it. */
export async function prepare(task: AgentTask, trees: Trees): Promise<Prepared> {
  const key = await workOf(task);
  const known = cache.get(key);
  if (known !== undefined) return known;
  const prepared = await look(task, trees);
  if (cache.size >= cached) cache.clear();
  cache.set(key, prepared);
  return prepared;
}

const cache = new Map<string, Prepared>();
const cached = 20;

async function look(task: AgentTask, trees: Trees): Promise<Prepared> {
  const sources = await readSources(task);
  const tree = await trees.copy('base');
  const built = await buildOnce(task, trees, tree);
  if (!built.ok) return { state: 'does not build', sources, built };
  const baseline = await runTests(task, tree);
  const failing = baseline.cases.filter(isFailing);
  if (failing.length === 0) return { state: 'passes', tests: baseline.cases.length };
  return {
    state: 'fails',
    sources,
    baseline,
    suspicion: await localise(task, trees, sources, baseline),
    tried: new Set(),
  };
}

/** A copied build may remember the folder that it was made in; then everything is built anew. */
export async function buildOnce(task: AgentTask, trees: Trees, tree: Tree): Promise<Built> {
  const built = await build(task, tree);
  if (built.ok) return built;
  await trees.refresh(tree);
  return await build(task, tree);
}
