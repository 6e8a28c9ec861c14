import type { AgentConfig } from '#lib/config/sections/agents.ts';
import { isFailing } from '#lib/repair/choose/compare.ts';
import { readCompilerText } from '#lib/repair/compile/diagnostic.ts';
import { searchRecords } from '#lib/repair/records.ts';
import { type Agent, free } from '../agent.ts';
import { proposeForBuild } from './compile/propose-for-build.ts';
import { type Prepared, prepare } from './prepare.ts';
import { proposeForTests } from './propose-for-tests.ts';
import { withTrees } from './trees.ts';
import { searchTunables } from './tunables.ts';

type SearchConfig = Extract<AgentConfig, { use: 'search' }>;

/**
 * Looks for small edits that make failing tests pass, without a model and without a network: it asks which lines the failing
 * tests point at, makes edits of their syntax, and tries them in copies of the run's worktree.
 */
export const searchAgent = {
  async analyse(task) {
    const prepared = await withTrees(task, (trees) => prepare(task, trees));
    if (prepared.state === 'fails') {
      const lines = prepared.suspicion.lines.slice(0, searchTunables.linesTold).map((one) => ({ ...one }));
      await task.bench.record(searchRecords.lines, { by: prepared.suspicion.by, lines });
    }
    const { hypotheses, files, summary, confidence } = told(prepared);
    return { outcome: 'analysed', hypotheses, files, confidence, summary, usage: free };
  },

  async propose(task) {
    return await withTrees(task, async (trees) => {
      const prepared = await prepare(task, trees);
      if (prepared.state === 'fails') return await proposeForTests(task, trees, prepared);
      if (prepared.state === 'does not build') return await proposeForBuild(task, trees, prepared);
      return { outcome: 'gave-up', reason: told(prepared).summary, usage: free };
    });
  },
} satisfies Agent<SearchConfig>;

interface Told {
  readonly hypotheses: readonly string[];
  readonly files: readonly string[];
  readonly summary: string;
  /** From 0 to 1: a trace shows what ran, calls only what may have run. */
  readonly confidence: number;
}

function told(prepared: Prepared): Told {
  if (prepared.state === 'passes') {
    return {
      hypotheses: [],
      files: [],
      confidence: 1,
      summary: `all ${prepared.tests} tests pass: there is nothing to search for`,
    };
  }
  if (prepared.state === 'does not build') {
    const errors = readCompilerText(prepared.built.output).filter(({ severity }) => severity === 'error');
    const hypotheses = errors.slice(0, 5).map(({ file, at, text }) => `${file}:${at.line}: ${text}`);
    const summary = `the code does not build: ${hypotheses[0] ?? prepared.built.outcome.reason}`;
    const files = [...new Set(errors.map(({ file }) => file))].slice(0, 5);
    return { hypotheses: hypotheses.length > 0 ? hypotheses : [summary], files, confidence: 1, summary };
  }
  const { baseline, suspicion } = prepared;
  const failing = baseline.cases.filter(isFailing).length;
  const top = suspicion.lines.slice(0, 5);
  const places = top.map(({ path, line, score }) => `${path}:${line} (${score.toFixed(2)})`);
  const summary =
    top.length === 0
      ? `${failing} failing tests point at no line that may be changed, judged by ${suspicion.by}`
      : `${failing} failing tests point at ${places.join(', ')}, judged by ${suspicion.by}`;
  const hypotheses = top.map(
    ({ path, line, failing: hits, passing }) =>
      `${path}:${line} is executed by ${hits} failing and ${passing} passing tests`,
  );
  return {
    hypotheses,
    files: [...new Set(top.map(({ path }) => path))],
    summary,
    confidence: suspicion.isTraced ? 0.9 : 0.8,
  };
}
