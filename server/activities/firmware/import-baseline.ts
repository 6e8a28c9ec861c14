import type { FirmwareLoopConfig } from '#lib/config/firmware-loop.ts';
import type { TestCase } from '#lib/results/types.ts';
import { derivedId } from '#server/engine/derived-id.ts';
import { underRules } from '#server/results/identity/under-rules.ts';
import { parserOfText } from '#server/results/parser-of-output.ts';
import { insertResultSet, type StoredResult } from '#server/store/results.ts';
import { storable } from '#server/store/storable.ts';
import { createGit } from '#server/workspace/git.ts';
import type { ActivityContext } from '../context.ts';
import { filedResults, filedRules } from '../filed.ts';

interface BasePlace {
  readonly repository: string;
  readonly subdirectory: string;
  readonly commit: string;
}

/**
 * Stores imported results of the base as its measurement, so that failures are known and regressions are
 * counted test by test. The launch has already refused results that cannot be read. Does nothing when the base is measured, or once it has been imported.
 */
export async function importBaseline(
  context: ActivityContext,
  { baseline, results }: FirmwareLoopConfig,
  { repository, subdirectory, commit }: BasePlace,
): Promise<void> {
  if (typeof baseline === 'string') return;
  const { runId, projectId, activityId, host } = context;
  const sets = await filedResults(context, 0);
  if (sets.length > 0) return;
  const path = subdirectory === '' ? baseline.imported : `${subdirectory}/${baseline.imported}`;
  const shown = await createGit({ signal: context.signal })(['show', `${commit}:${path}`], { cwd: repository });
  if (!shown.ok) return;
  const parser = parserOfText(results);
  parser.push(shown.stdout);
  const { cases, counts, format, complete } = parser.end();
  const rules = await filedRules(context);
  const told = (rules === undefined ? null : underRules(cases, rules)) ?? cases;
  context.stored();
  await insertResultSet(host.pool, {
    // The same for every attempt at the import, so that it is stored once.
    id: derivedId(`baseline of ${runId}`),
    runId,
    projectId,
    iteration: 0,
    activityId,
    format,
    complete,
    counts: { ...counts },
    findings: [`imported from ${baseline.imported}`],
    results: told.map(rowOf),
  });
}

function rowOf({ key, suite, name, rawName, status, message, reason, durationMs, file, line }: TestCase): StoredResult {
  return storable({
    key,
    suite,
    name,
    rawName,
    attempt: 1,
    status,
    message: message ?? reason ?? null,
    signature: null,
    durationMs: durationMs ?? null,
    file: file ?? null,
    line: line ?? null,
  });
}
