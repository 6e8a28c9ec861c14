import { isFailing } from '#lib/repair/choose/compare.ts';
import { callGraph, nearnessByCalls, tracesByCalls } from '#lib/repair/localise/calls.ts';
import { clustersOf } from '#lib/repair/localise/clusters.ts';
import { rankLines, type SuspiciousLine } from '#lib/repair/localise/rank-lines.ts';
import type { TestTrace } from '#lib/repair/localise/spectrum.ts';
import type { AgentTask } from '../agent.ts';
import { recencyOf } from './recency.ts';
import type { TestRun } from './run-tests.ts';
import type { Sources } from './sources.ts';
import { traceOnHost } from './trace/host.ts';
import { traceInQemu } from './trace/qemu.ts';
import type { Traced } from './trace/traced.ts';
import type { Trees } from './trees.ts';

export interface Suspicion {
  /** Lines that a patch may change, the most suspicious first. */
  readonly lines: readonly SuspiciousLine[];
  /** Failing tests that seem to fail for one reason each. */
  readonly groups: readonly (readonly string[])[];
  /** How they were found, as a clause. */
  readonly by: string;
  readonly isTraced: boolean;
  /** What the tests executed; of calls only, where nothing could be traced. */
  readonly traces: readonly TestTrace[];
}

/** Asks which lines the failing tests executed that the passing ones did not; without a trace, which they can reach by calls. */
export async function localise(task: AgentTask, trees: Trees, sources: Sources, baseline: TestRun): Promise<Suspicion> {
  const { traces, crashed, lack } = await trace(task, trees, baseline);
  const graph = callGraph(sources.units.values());
  const failing = baseline.cases.filter(isFailing).map(({ key }) => key);
  const isTraced = lack === null && traces.some(({ failed, lines }) => failed && lines.size > 0);
  const used = isTraced
    ? traces
    : tracesByCalls(
        graph,
        baseline.cases.map((one) => ({ test: one.key, failed: isFailing(one) })),
      );
  const editable = new Set(sources.editable.map(({ path }) => path));
  const hints = {
    recency: await recencyOf(
      task,
      [...editable].filter((path) => used.some(({ failed, lines }) => failed && touches(lines, path))),
    ),
    nearness: nearnessByCalls(graph, failing),
    crashed: new Set(crashed),
  };
  const lines = rankLines(used, hints).filter(({ path }) => editable.has(path));
  const by = isTraced ? told(traces) : `what the tests can call (${lack ?? 'the trace shows no failing test'})`;
  const groups = clustersOf(used.filter(({ failed }) => failed)).map((group) => group.map(({ test }) => test));
  return { lines, groups, by, isTraced, traces: used };
}

function told(traces: readonly TestTrace[]): string {
  const parts = traces.filter(({ isPart }) => isPart).length;
  const tests = `what ${traces.length - parts} tests executed`;
  return parts === 0 ? tests : `${tests}, in ${parts + 1} parts`;
}

async function trace(task: AgentTask, trees: Trees, baseline: TestRun): Promise<Traced> {
  const { project, environment } = task.bench;
  const config = project.environments[environment];
  if (config?.type === 'host') return await traceOnHost(task, trees, { baseline });
  if (config?.type === 'qemu') return await traceInQemu(task, trees, config);
  return { traces: [], crashed: [], lack: 'the tests of a board cannot be traced' };
}

function touches(lines: ReadonlySet<string>, path: string): boolean {
  for (const line of lines) if (line.startsWith(`${path}:`)) return true;
  return false;
}
