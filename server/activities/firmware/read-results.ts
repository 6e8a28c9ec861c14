import { createReadStream } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ResultsConfig } from '#lib/config/sections/results.ts';
import { countCases } from '#lib/results/count.ts';
import { createParser } from '#lib/results/create-parser.ts';
import type { ParsedResults } from '#lib/results/types.ts';
import { pathInside } from '#server/environments/path-inside.ts';
import { filesMatching } from '#server/results/files-matching.ts';
import { parserOfText } from '#server/results/parser-of-output.ts';
import { decodeText } from '#server/results/text-decoding.ts';
import type { Workspace } from '#server/workspace/workspace.ts';
import { workspaceGit } from '#server/workspace/workspace-git.ts';
import type { ActivityContext } from '../context.ts';
import type { OpenedTree } from './workspace.ts';

/** A report larger than this is read, but not kept as an artifact. */
const largestKeptBytes = 16 * 1024 * 1024;

/** What the files of a test command say; `parsed` is null when there was none. */
export interface FileResults {
  readonly parsed: ParsedResults | null;
  readonly missing: readonly string[];
}

/** Reads results that the tests left in files of the worktree: reports, or outputs to compare with expected ones. */
export async function readResultFiles(
  context: ActivityContext,
  tree: OpenedTree,
  results: ResultsConfig,
): Promise<FileResults> {
  const { parsed, missing } =
    results.format === 'golden' ? await readGolden(tree, results) : await readReports(context, tree.workspace, results);
  return { parsed: merge(parsed), missing };
}

/** A report that an earlier run left must never be taken for this one's. */
export async function removeOldResults(
  workspace: Workspace,
  results: ResultsConfig,
  mayChangeTree: PromiseLike<void>,
): Promise<void> {
  const files = results.from === 'file' ? await filesMatching(workspace.directory, results.files) : [];
  const golden = results.format === 'golden' ? results.pairs.map((pair) => pair.actual) : [];
  for (const file of [...files, ...golden]) {
    const path = join(workspace.directory, file);
    await mayChangeTree;
    if (pathInside(workspace.root, path) !== null) await rm(path, { force: true });
  }
}

type Read = { parsed: ParsedResults[]; missing: readonly string[] };

async function readReports(context: ActivityContext, workspace: Workspace, results: ResultsConfig): Promise<Read> {
  const files = await filesMatching(workspace.directory, results.files);
  const parsed: ParsedResults[] = [];
  for (const file of files) {
    const path = pathInside(workspace.root, join(workspace.directory, file));
    if (path === null) continue;
    parsed.push(await readReport(path, results));
    if ((await stat(path)).size > largestKeptBytes) continue;
    const { runId, iteration, activityId } = context;
    await context.host.artifacts.put(
      { runId, iteration, kind: 'report', name: file, activityId },
      await readFile(path),
    );
  }
  return { parsed, missing: parsed.length === 0 ? results.files : [] };
}

async function readReport(path: string, results: ResultsConfig): Promise<ParsedResults> {
  const parser = parserOfText(results);
  const decoder = decodeText();
  for await (const bytes of createReadStream(path)) parser.push(decoder.write(bytes));
  parser.push(decoder.end());
  return parser.end();
}

/** What is expected comes from the base commit, never from the tree: a patch must not bring its own expectations. */
async function readGolden({ git, workspace }: OpenedTree, { pairs }: ResultsConfig): Promise<Read> {
  const parsed: ParsedResults[] = [];
  const missing: string[] = [];
  for (const { name, expected, actual } of pairs) {
    const text = await textAtBase({ git, workspace }, expected);
    if (text === null) {
      missing.push(expected);
      continue;
    }
    const parser = createParser('golden', { name: name ?? expected, expected: text });
    const path = pathInside(workspace.root, join(workspace.directory, actual));
    if (path !== null) {
      const decoder = decodeText();
      for await (const bytes of createReadStream(path)) parser.push(decoder.write(bytes));
      parser.push(decoder.end());
    }
    parsed.push(parser.end());
  }
  return { parsed, missing };
}

/** A file of the project as the base commit has it; null when it has none. */
export async function textAtBase({ git, workspace }: OpenedTree, path: string): Promise<string | null> {
  const { baseCommit, subdirectory } = workspace;
  const inside = subdirectory === '' ? path : `${subdirectory}/${path}`;
  const shown = await workspaceGit(git, workspace)(['show', `${baseCommit}:${inside}`]);
  return shown.ok ? shown.stdout : null;
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
    format: first.format,
    cases,
    counts: countCases(cases),
    warnings: all.flatMap((one) => one.warnings),
    complete: unfinished === undefined,
    ...(unfinished?.incompleteBecause === undefined ? {} : { incompleteBecause: unfinished.incompleteBecause }),
    ...(fault === undefined ? {} : { fault }),
    cleanedCharacters: all.reduce((sum, one) => sum + one.cleanedCharacters, 0),
  };
}
