import { brokenTests, mendedTests, vanishedTests } from '#lib/repair/choose/compare.ts';
import type { Fate, Tried } from '#lib/repair/choose/outcome.ts';
import type { Candidate } from '#lib/repair/mutate/candidate.ts';
import { applyEdits } from '#lib/repair/mutate/draft.ts';
import type { AgentTask } from '../agent.ts';
import type { Tree } from './bench.ts';
import { build } from './build.ts';
import { edited } from './edited.ts';
import { runTests, type TestRun } from './run-tests.ts';
import type { Sources } from './sources.ts';

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
export function soloTrial(task: AgentTask, tree: Tree, sources: Sources, baseline: TestRun): Trial {
  const files = edited(tree, sources);
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
    const { fate, mended } = judge(baseline, await runTests(task, tree, { baseline }));
    if (fate !== 'improves') return { ...outcome, fate };
    const again = await runTests(task, tree);
    const isSteady = mended.every((key) => mendedTests(baseline.cases, again.cases).includes(key));
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

/** What became of a candidate by one run of its tests. */
export function judge(baseline: TestRun, run: TestRun): { fate: Fate; mended: readonly string[] } {
  const mended = mendedTests(baseline.cases, run.cases);
  if (run.hung || (run.cases.length === 0 && !run.stoppedEarly)) return { fate: 'hangs or crashes', mended };
  const isWorse = brokenTests(baseline.cases, run.cases).length + vanishedTests(baseline.cases, run.cases).length > 0;
  if (isWorse || run.stoppedEarly) return { fate: 'breaks a test', mended };
  return { fate: mended.length === 0 ? 'changes nothing' : 'improves', mended };
}
