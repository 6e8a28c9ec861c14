import { createHash, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { type BuildFacts, buildIdentity } from '#lib/results/build-facts.ts';
import type { Counts, ParsedResults } from '#lib/results/types.ts';
import { verdictOfRun } from '#lib/results/verdict-of-run.ts';
import type { FileEnd } from '#server/store/imports/import-files.ts';
import { supersedeFile } from '#server/store/imports/supersede-file.ts';
import { insertResultSet } from '#server/store/results.ts';
import { rowsOfCase } from '../rows-of-case.ts';

/** A file's results on their way into the history. */
export interface NewResults {
  readonly importId: string;
  readonly projectId: string;
  readonly facts: BuildFacts;
  /** Of the file. */
  readonly name: string;
  /** Of the file's bytes. */
  readonly sha256: string;
  readonly parsed: ParsedResults;
}

/** How a file ends has nobody seen: what its text tells must do. */
const unseenEnd = { exitCode: null, endedBy: 'exit' } as const;

/**
 * Stores what a file says. An early end or a crash that its text tells of becomes an error of its own, so that such a file is
 * never a pass. The same bytes of the same build are stored once.
 */
export async function importResults(
  pool: Pool,
  { importId, projectId, facts, name, sha256, parsed }: NewResults,
): Promise<Extract<FileEnd, { resultSetId: string }>> {
  const { results, counts, findings } = verdictOfRun(parsed, unseenEnd);
  const stored = await insertResultSet(pool, {
    id: randomUUID(),
    importId,
    projectId,
    sourceKey: sourceKey(sha256, facts),
    format: parsed.format,
    complete: parsed.complete,
    counts: { ...counts },
    findings,
    results: results.cases.flatMap(rowsOfCase),
  });
  if (stored.isNew) await supersedeFile(pool, { importId, name, by: stored.id });
  return {
    state: stored.isNew ? 'stored' : 'same',
    resultSetId: stored.id,
    format: parsed.format,
    counts: { ...countsOfFile(parsed) },
    warnings: parsed.warnings,
  };
}

function sourceKey(sha256: string, facts: BuildFacts): string {
  const identity = buildIdentity(facts);
  return identity === '' ? sha256 : `${sha256} ${createHash('sha256').update(identity).digest('hex').slice(0, 32)}`;
}

/** What a report on one file counts. */
export interface FileCounts extends Counts {
  readonly cases: number;
  readonly attempts: number;
}

export function countsOfFile({ counts, cases }: ParsedResults): FileCounts {
  const attempts = cases.reduce((sum, test) => sum + test.attempts.length, 0);
  return { ...counts, cases: cases.length, attempts };
}
