import { compareRuns } from '#lib/repair/choose/compare.ts';
import type { Tried } from '#lib/repair/choose/outcome.ts';
import type { Candidate } from '#lib/repair/mutate/candidate.ts';
import { applyEdits } from '#lib/repair/mutate/draft.ts';
import type { AgentTask } from '../agent.ts';
import type { Tree } from './bench.ts';
import { build } from './build.ts';
import { edited } from './edited.ts';
import { runTests } from './run-tests.ts';
import type { Sources } from './sources.ts';
import { judgeTree, type Suite } from './suite.ts';

/** A candidate with its place in the order of trying, from 1. */
export interface Placed {
  readonly candidate: Candidate;
  readonly position: number;
}

/** Tries candidates, one after the other; what it has built stays until the next ones come. */
export interface Trial {
  try(candidates: readonly Placed[]): AsyncGenerator<Tried>;
}

/** Tries each candidate with a build of its own, on top of the unchanged code. */
export function soloTrial(task: AgentTask, tree: Tree, sources: Sources, suite: Suite): Trial {
  const files = edited(tree, sources);
  const { baseline } = suite;
  const known = new Map<string, ReadonlySet<string>>();

  async function apply({ path, edits }: Candidate): Promise<void> {
    await files.write(new Map([[path, applyEdits(files.original(path), edits)]]));
  }

  /** Warnings that the unchanged file has are found out only when a candidate has got so far. */
  async function warningsBefore(candidate: Candidate): Promise<ReadonlySet<string>> {
    const told = known.get(candidate.path);
    if (told !== undefined) return told;
    await files.write(new Map());
    const { warnings } = await build(task, tree);
    known.set(candidate.path, warnings);
    await apply(candidate);
    await build(task, tree);
    return warnings;
  }

  async function tryOne({ candidate, position }: Placed): Promise<Tried> {
    const outcome = { candidate, position, mended: [], newWarnings: 0 };
    await apply(candidate);
    const built = await build(task, tree);
    if (!built.ok) return { ...outcome, fate: 'does not build' };
    const { fate, mended } = await judgeTree(task, tree, suite);
    if (fate !== 'improves') return { ...outcome, fate };
    const again = await runTests(task, tree);
    const stillMended = compareRuns(baseline.cases, again.cases).mended;
    const isSteady = mended.every((key) => stillMended.includes(key));
    if (!isSteady) return { ...outcome, fate: 'changes nothing' };
    const before = built.warnings.size === 0 ? built.warnings : await warningsBefore(candidate);
    const newWarnings = [...built.warnings].filter((text) => !before.has(text)).length;
    return { ...outcome, mended, newWarnings, fate: 'improves' };
  }

  return {
    async *try(candidates) {
      for (const one of candidates) yield await tryOne(one);
    },
  };
}
