import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { fetchLogs as contract } from '#lib/activities/results.ts';
import type { ResultsConfig } from '#lib/config/sections/results.ts';
import { countCases } from '#lib/results/count.ts';
import { createParser } from '#lib/results/create-parser.ts';
import type { ParsedResults } from '#lib/results/types.ts';
import type { Workspace } from '#server/workspace/workspace.ts';
import type { ActivityContext } from '../context.ts';
import type { Perform } from '../perform.ts';
import { filesMatching } from './files-matching.ts';
import { measurementOf, storeMeasurement } from './measured-part.ts';
import { measureMetrics } from './metrics.ts';
import { patternOptions } from './parser-of-output.ts';
import { configOf, inputOf } from './run-facts.ts';
import { testPlan } from './test-parts.ts';
import { openTree } from './workspace.ts';

/** A report larger than this is read, but not kept as an artifact. */
const largestKeptBytes = 16 * 1024 * 1024;

export const fetchLogs: Perform<typeof contract> = async ({ attempt }, context) => {
  const [config, input, measurement, { workspace }] = await Promise.all([
    configOf(context),
    inputOf(context),
    measurementOf(context, attempt),
    openTree(context),
  ]);
  const plan = testPlan(config, input.environment);
  const missing: string[] = [];
  const parts = [];
  for (const [index, measured] of measurement.parts.entries()) {
    const results = plan.parts[index]?.results;
    if (measured.parsed !== null || results === undefined) {
      parts.push(measured);
      continue;
    }
    const read = await readFiles(context, workspace, results);
    missing.push(...read.missing);
    parts.push({ ...measured, parsed: read.parsed });
  }
  const metrics = await measureMetrics(context, { config, workspace });
  await storeMeasurement(context, attempt, { ...measurement, parts, metrics });
  return {
    ok: missing.length === 0,
    logs: parts.length,
    missing: missing.slice(0, 5).map((name) => name.slice(0, 200)),
    evidence: [{ kind: 'log', id: measurement.activityId, label: `output of the tests, attempt ${attempt}` }],
  };
};

async function readFiles(
  context: ActivityContext,
  workspace: Workspace,
  results: ResultsConfig,
): Promise<{ parsed: ParsedResults | null; missing: string[] }> {
  const read =
    results.format === 'golden' ? await readGolden(workspace, results) : await readReports(context, workspace, results);
  return { parsed: merge(read.parsed), missing: read.missing };
}

async function readReports(context: ActivityContext, workspace: Workspace, results: ResultsConfig) {
  const files = await filesMatching(workspace.directory, results.files);
  const parsed: ParsedResults[] = [];
  for (const file of files) {
    const path = join(workspace.directory, file);
    parsed.push(await readReport(path, results));
    if ((await stat(path)).size > largestKeptBytes) continue;
    const { runId, iteration, activityId } = context;
    await context.host.artifacts.put(
      { runId, iteration, kind: 'report', name: file, activityId },
      await readFile(path),
    );
  }
  return { parsed, missing: files.length === 0 ? results.files : [] };
}

async function readReport(path: string, results: ResultsConfig): Promise<ParsedResults> {
  const { format } = results;
  const parser =
    format === 'pattern'
      ? createParser('pattern', patternOptions(results))
      : createParser(format as Exclude<typeof format, 'pattern' | 'golden' | 'exit-code'>, {});
  const decoder = new TextDecoder(await encodingOf(path));
  for await (const bytes of createReadStream(path)) parser.push(decoder.decode(bytes as Buffer, { stream: true }));
  parser.push(decoder.decode());
  return parser.end();
}

/** By byte-order mark: reports written by PowerShell are UTF-16. */
async function encodingOf(path: string): Promise<string> {
  const [first, second] = await firstBytes(path);
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

async function firstBytes(path: string): Promise<Buffer> {
  for await (const bytes of createReadStream(path, { end: 1 })) return bytes as Buffer;
  return Buffer.alloc(0);
}

async function readGolden(workspace: Workspace, results: ResultsConfig) {
  const parsed: ParsedResults[] = [];
  const missing: string[] = [];
  for (const pair of results.pairs ?? []) {
    const expected = await readFile(join(workspace.directory, pair.expected), 'utf8').catch(() => null);
    const actual = await readFile(join(workspace.directory, pair.actual), 'utf8').catch(() => null);
    if (expected === null) missing.push(pair.expected);
    const parser = createParser('golden', { name: pair.name ?? basename(pair.expected), expected: expected ?? '' });
    parser.push(actual ?? '');
    parsed.push(parser.end());
  }
  return { parsed, missing };
}

/** Several files of one command are one result; a key that two files share belongs to two tests. */
function merge(all: readonly ParsedResults[]): ParsedResults | null {
  const [first, ...others] = all;
  if (first === undefined) return null;
  if (others.length === 0) return first;
  const seen = new Map<string, number>();
  const cases = all.flatMap((one) =>
    one.cases.map((test) => {
      const times = (seen.get(test.key) ?? 0) + 1;
      seen.set(test.key, times);
      return times === 1 ? test : { ...test, key: `${test.key} (${times})` };
    }),
  );
  const unfinished = all.find((one) => !one.complete);
  const fault = all.find((one) => one.fault !== undefined)?.fault;
  return {
    ...first,
    cases,
    counts: countCases(cases),
    warnings: all.flatMap((one) => one.warnings),
    complete: unfinished === undefined,
    ...(unfinished?.incompleteBecause === undefined ? {} : { incompleteBecause: unfinished.incompleteBecause }),
    ...(fault === undefined ? {} : { fault }),
    cleanedCharacters: all.reduce((sum, one) => sum + one.cleanedCharacters, 0),
  };
}
