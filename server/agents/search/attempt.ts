import { brokenTests, mendedTests, vanishedTests } from '#lib/repair/choose/compare.ts';
import type { Tried } from '#lib/repair/choose/outcome.ts';
import type { Candidate } from '#lib/repair/mutate/candidate.ts';
import { applyEdits } from '#lib/repair/mutate/draft.ts';
import type { AgentTask } from '../agent.ts';
import type { Tree } from './bench.ts';
import { build } from './build.ts';
import { runTests, type TestRun } from './run-tests.ts';
import type { Sources } from './sources.ts';
import { writeInside } from './write-inside.ts';

/** A tree in which candidates are tried one after the other. */
export interface Trial {
  try(candidate: Candidate, position: number): Promise<Tried>;
}

/** Each candidate is built on top of the unchanged code, whatever was tried before it. */
export function trialIn(task: AgentTask, tree: Tree, sources: Sources, baseline: TestRun): Trial {
  let edited: string | null = null;
  const known = new Map<string, ReadonlySet<string>>();

  function textOf(path: string): string {
    return sources.units.get(path)?.text ?? '';
  }

  async function apply({ path, edits }: Candidate): Promise<void> {
    if (edited !== null && edited !== path) await writeInside(tree, edited, textOf(edited));
    edited = path;
    await writeInside(tree, path, applyEdits(textOf(path), edits));
  }

  /** Warnings that the unchanged file has are found out only when a candidate has got so far. */
  async function warningsBefore(candidate: Candidate): Promise<ReadonlySet<string>> {
    const told = known.get(candidate.path);
    if (told !== undefined) return told;
    await writeInside(tree, candidate.path, textOf(candidate.path));
    const { warnings } = await build(task, tree);
    known.set(candidate.path, warnings);
    await apply(candidate);
    await build(task, tree);
    return warnings;
  }

  return {
    async try(candidate, position) {
      const outcome = { candidate, position, mended: [], newWarnings: 0 };
      await apply(candidate);
      const built = await build(task, tree);
      if (!built.ok) return { ...outcome, fate: 'does not build' };
      const run = await runTests(task, tree, { baseline });
      const mended = mendedTests(baseline.cases, run.cases);
      if (run.hung || (run.cases.length === 0 && !run.stoppedEarly)) return { ...outcome, fate: 'hangs or crashes' };
      const isWorse =
        brokenTests(baseline.cases, run.cases).length + vanishedTests(baseline.cases, run.cases).length > 0;
      if (isWorse || run.stoppedEarly) return { ...outcome, fate: 'breaks a test' };
      if (mended.length === 0) return { ...outcome, fate: 'changes nothing' };
      const again = await runTests(task, tree);
      const isSteady = mended.every((key) => mendedTests(baseline.cases, again.cases).includes(key));
      if (!isSteady) return { ...outcome, fate: 'changes nothing' };
      const before = built.warnings.size === 0 ? built.warnings : await warningsBefore(candidate);
      const newWarnings = [...built.warnings].filter((text) => !before.has(text)).length;
      return { ...outcome, mended, newWarnings, fate: 'improves' };
    },
  };
}
