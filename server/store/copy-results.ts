import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { placedResults } from './placed-results.ts';
import type { StoredResult } from './results.ts';
import type { TestId } from './test-ids.ts';

const columns =
  'result_set_id, test_id, attempt, status, outcome, measured_at, raw_name, message, signature, duration_ms, file, line';

/** Rows in one piece of the stream. */
const pieceRows = 500;

/** Writes the attempts of a measurement by COPY, in the caller's transaction. */
export async function copyResults(
  client: PoolClient,
  set: { readonly id: string; readonly measuredAt: string; readonly ids: ReadonlyMap<string, TestId> },
  results: readonly StoredResult[],
): Promise<void> {
  const into = client.query(copyFrom(`COPY test_result (${columns}) FROM STDIN`));
  await pipeline(Readable.from(pieces(set, results)), into);
}

function* pieces(
  { id, measuredAt, ids }: { id: string; measuredAt: string; ids: ReadonlyMap<string, TestId> },
  results: readonly StoredResult[],
): Generator<string> {
  let lines: string[] = [];
  for (const row of placedResults(results, ids)) {
    const { testId, attempt, status, outcome, rawName, message, signature, durationMs, file, line } = row;
    const values = [id, testId, attempt, status, outcome, measuredAt, rawName, message, signature, durationMs];
    lines.push(lineOf([...values, file, line]));
    if (lines.length < pieceRows) continue;
    yield lines.join('');
    lines = [];
  }
  yield lines.join('');
}

function lineOf(values: readonly (string | number | null)[]): string {
  return `${values.map((value) => (value === null ? '\\N' : escaped(String(value)))).join('\t')}\n`;
}

const special = /[\\\t\n\r\0]/g;
const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  // Postgres keeps no NUL.
  '\0': '\uFFFD',
};

function escaped(text: string): string {
  return text.search(special) < 0 ? text : text.replace(special, (character) => escapes[character] ?? character);
}
