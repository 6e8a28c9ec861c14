import type { Command } from '#lib/config/scalars.ts';
import { compareRuns, isFailing, mendedAlone } from '#lib/repair/choose/compare.ts';
import type { Fate } from '#lib/repair/choose/outcome.ts';
import { failingAlone } from '#lib/repair/failing-alone.ts';
import type { AgentTask } from '../agent.ts';
import type { Tree } from './bench.ts';
import { runTests, type TestRun } from './run-tests.ts';
import { searchTunables } from './tunables.ts';

/** The tests of a project, with how they ended on the unchanged code. */
export interface Suite {
  readonly baseline: TestRun;
  /** Runs what fails and little else; null where that cannot be done or is not worth it. */
  readonly failingAlone: Command | null;
}

/**
 * Finds out whether the failing tests can be run without the rest: tried on the unchanged code they must all run, and fail,
 * and nothing else may. Some runners only know groups, so a few that pass may come along.
 */
export async function suiteOf(task: AgentTask, tree: Tree, baseline: TestRun): Promise<Suite> {
  const whole: Suite = { baseline, failingAlone: null };
  const command = wholeCommand(task);
  if (command === null || baseline.durationMs < searchTunables.worthNarrowingMs) return whole;
  const failing = baseline.cases.filter(isFailing);
  const alone = failingAlone(command, task.bench.project.results.format, failing);
  if (alone === null || failing.some(({ origin }) => origin !== 'named')) return whole;
  const run = await runTests(task, tree, { command: alone });
  const keys = (cases: TestRun['cases']) =>
    cases
      .filter(isFailing)
      .map(({ key }) => key)
      .toSorted()
      .join('\n');
  const isSame = keys(run.cases) === keys(failing);
  return isSame && run.durationMs < baseline.durationMs * searchTunables.worthNarrowing
    ? { baseline, failingAlone: alone }
    : whole;
}

/** What the tests say of a changed tree: those that failed first and alone where that can be done, then all. */
export async function judgeTree(
  task: AgentTask,
  tree: Tree,
  { baseline, failingAlone: command }: Suite,
  env: Readonly<Record<string, string>> = {},
): Promise<{ fate: Fate; mended: readonly string[] }> {
  if (command !== null) {
    const first = await runTests(task, tree, { command, env, limitedBy: baseline });
    if (first.hung) return { fate: 'hangs or crashes', mended: [] };
    if (mendedAlone(baseline.cases, first.cases).length === 0) return { fate: 'changes nothing', mended: [] };
  }
  return judge(baseline, await runTests(task, tree, { baseline, env }));
}

/** The command that runs all tests on the host; null elsewhere, and where they are several commands. */
export function wholeCommand({ bench: { project, environment } }: AgentTask): Command | null {
  const config = project.environments[environment];
  if (config?.type !== 'host') return null;
  if (typeof config.test === 'string') return config.test;
  const words = config.test.filter((word) => typeof word === 'string');
  return words.length === config.test.length ? words : null;
}

function judge(baseline: TestRun, run: TestRun): { fate: Fate; mended: readonly string[] } {
  const { mended, broken, vanished } = compareRuns(baseline.cases, run.cases);
  if (run.hung || (run.cases.length === 0 && !run.stoppedEarly)) return { fate: 'hangs or crashes', mended };
  if (broken.length + vanished.length > 0 || run.stoppedEarly) return { fate: 'breaks a test', mended };
  return { fate: mended.length === 0 ? 'changes nothing' : 'improves', mended };
}
