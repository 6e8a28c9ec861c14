import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from '#lib/config/scalars.ts';
import type { EnvironmentConfig } from '#lib/config/sections/environments.ts';
import type { ResultsConfig } from '#lib/config/sections/results.ts';
import { compareRuns } from '#lib/repair/choose/compare.ts';
import { countCases } from '#lib/results/count.ts';
import type { ParsedResults, TestCase } from '#lib/results/types.ts';
import { verdictOfRun } from '#lib/results/verdict-of-run.ts';
import type { Environment, Part, PartEnd } from '#server/environments/environment.ts';
import { environmentOf } from '#server/environments/environments.ts';
import { badEnd } from '#server/environments/finding.ts';
import { pathInside } from '#server/environments/path-inside.ts';
import { filesMatching } from '#server/results/files-matching.ts';
import { parserOfOutput, parserOfText } from '#server/results/parser-of-output.ts';
import type { AgentTask } from '../agent.ts';
import { siteOf, type Tree } from './bench.ts';
import { peekAtResults } from './peek.ts';
import { searchTunables } from './tunables.ts';

export interface TestRun {
  readonly cases: readonly TestCase[];
  readonly durationMs: number;
  /** Stopped because a test had broken: what came after it was not run. */
  readonly stoppedEarly: boolean;
  readonly hung: boolean;
}

export interface TestOptions {
  /** Stops as soon as a test that passes in it fails. */
  readonly baseline?: TestRun;
  /** Takes no longer than this run did, give or take; by default the baseline. */
  readonly limitedBy?: TestRun;
  /** Environment variables of tests on the host. */
  readonly env?: Readonly<Record<string, string>>;
  /** Runs this on the host instead of the command of the project file. */
  readonly command?: Command;
}

/** Runs all tests in a tree, where the run was launched to test. */
export async function runTests(
  task: AgentTask,
  tree: Tree,
  { baseline, limitedBy = baseline, ...options }: TestOptions = {},
): Promise<TestRun> {
  const stop = new AbortController();
  const begin = performance.now();
  const cases: TestCase[] = [];
  let hung = false;
  const { parts } = environmentIn(task, tree, {
    ...options,
    stop: stop.signal,
    limitMs: limitedBy && limitOf(limitedBy),
  });
  for (const part of parts) {
    const results = part.results ?? task.bench.project.results;
    const end = await runPart(task, tree, { part, results, stop, baseline });
    hung ||= end.outcome.endedBy === 'deadline' || end.outcome.endedBy === 'silence';
    const parsed = end.parsed ?? (await readFiles(tree, results)) ?? nothingRead;
    const judged = verdictOfRun(parsed, end.outcome).results.cases;
    cases.push(
      ...(parts.length === 1 ? judged : judged.map((test) => ({ ...test, key: `${part.name}: ${test.key}` }))),
    );
    if (badEnd(end.end, parsed) === 'broken' || stop.signal.aborted) break;
  }
  return { cases, durationMs: performance.now() - begin, stoppedEarly: stop.signal.aborted, hung };
}

function limitOf({ durationMs }: TestRun): number {
  return durationMs * searchTunables.slowdown + searchTunables.slackMs;
}

export interface EnvironmentOptions extends Pick<TestOptions, 'env' | 'command'> {
  readonly stop?: AbortSignal;
  /** A shorter limit than the project's own. */
  readonly limitMs?: number | undefined;
}

/** The environment of the run at work in a tree. */
export function environmentIn(task: AgentTask, tree: Tree, options: EnvironmentOptions = {}): Environment {
  const { project, environment: name } = task.bench;
  const configured = project.environments[name];
  const environment = configured && environmentOf(adjusted(configured, options), siteOf(task, tree, options.stop));
  if (!environment) throw new Error(`environment ${name} cannot be tested in by this runner`);
  return environment;
}

function adjusted(config: EnvironmentConfig, { limitMs, env, command }: EnvironmentOptions): EnvironmentConfig {
  const timeout = Math.min(config.timeout, Math.round(limitMs ?? config.timeout));
  return config.type === 'host'
    ? { ...config, timeout, env: { ...config.env, ...env }, test: command ?? config.test }
    : { ...config, timeout };
}

interface PartRun {
  readonly part: Part;
  readonly results: ResultsConfig;
  readonly stop: AbortController;
  readonly baseline: TestRun | undefined;
}

async function runPart(
  { bench }: AgentTask,
  tree: Tree,
  { part, results, stop, baseline }: PartRun,
): Promise<{ end: PartEnd; outcome: PartEnd['outcome']; parsed: ParsedResults | null }> {
  if (results.from === 'file') {
    for (const file of await filesMatching(tree.directory, results.files))
      await rm(join(tree.directory, file), { force: true });
  }
  const parser = parserOfOutput(results, part.name);
  const peek =
    baseline && peekAtResults(results, (cases) => compareRuns(baseline.cases, cases).broken.length > 0 && stop.abort());
  const end = await part.run({
    outputCapBytes: bench.project.limits.log_size,
    say: () => undefined,
    onBytes(stream, bytes) {
      if (stream === 'emulator') return;
      parser?.push(stream, bytes);
      peek?.(bytes);
    },
  });
  return { end, outcome: end.outcome, parsed: parser?.end(end.outcome) ?? null };
}

async function readFiles({ root, directory }: Tree, results: ResultsConfig): Promise<ParsedResults | null> {
  if (results.from !== 'file') return null;
  const all: ParsedResults[] = [];
  for (const file of await filesMatching(directory, results.files)) {
    const path = pathInside(root, join(directory, file));
    if (path === null) continue;
    const parser = parserOfText(results);
    for await (const bytes of createReadStream(path, 'utf8')) parser.push(String(bytes));
    all.push(parser.end());
  }
  const [first] = all;
  if (first === undefined) return null;
  const cases = all.flatMap((one) => one.cases);
  return { ...first, cases, counts: countCases(cases), complete: all.every(({ complete }) => complete) };
}

const nothingRead: ParsedResults = {
  format: 'exit-code',
  cases: [],
  counts: countCases([]),
  warnings: [],
  complete: false,
  incompleteBecause: 'no result was read',
  cleanedCharacters: 0,
};
