import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { judgeAttempts } from '#lib/results/attempts.ts';
import type { TestStatus } from '#lib/results/types.ts';
import type { StoredResult } from './results.ts';
import type { TestId } from './test-ids.ts';

const columns =
  'result_set_id, test_id, attempt, status, outcome, measured_at, raw_name, message, signature, duration_ms, file, line';

/** Rows in one piece of the stream. */
const pieceRows = 500;

/**
 * Writes the attempts of a measurement by COPY, in the caller's transaction. The last attempt of each test carries what all
 * of them came to; an attempt that comes twice is written once.
 */
export async function copyResults(
  client: PoolClient,
  set: { readonly id: string; readonly measuredAt: string; readonly ids: ReadonlyMap<string, TestId> },
  results: readonly StoredResult[],
): Promise<void> {
  const tests = Map.groupBy(results, ({ key }) => key);
  const into = client.query(copyFrom(`COPY test_result (${columns}) FROM STDIN`));
  await pipeline(Readable.from(pieces(set, tests)), into);
}

function* pieces(
  { id, measuredAt, ids }: { id: string; measuredAt: string; ids: ReadonlyMap<string, TestId> },
  tests: ReadonlyMap<string, readonly StoredResult[]>,
): Generator<string> {
  let lines: string[] = [];
  for (const [key, rows] of tests) {
    const attempts = [...new Map(rows.map((row) => [row.attempt, row])).values()].sort((a, b) => a.attempt - b.attempt);
    const last = attempts.at(-1);
    const test = ids.get(key);
    for (const row of attempts) {
      const outcome = row === last ? outcomeOf(attempts) : null;
      lines.push(
        lineOf([id, test?.id ?? null, row.attempt, row.status, outcome, measuredAt, ...rest(row, test?.name)]),
      );
    }
    if (lines.length < pieceRows) continue;
    yield lines.join('');
    lines = [];
  }
  yield lines.join('');
}

/** `flaky` is a pass that was none at first. */
function outcomeOf(attempts: readonly StoredResult[]): string | null {
  const [first, ...later] = attempts.map(({ status }) => ({ status: status as TestStatus }));
  if (first === undefined) return null;
  const { status, flaky } = judgeAttempts(first, later);
  return flaky ? 'flaky' : status;
}

function rest(
  { rawName, message, signature, durationMs, file, line }: StoredResult,
  known: string | undefined,
): (string | number | null)[] {
  return [rawName === known ? null : rawName, message, signature, durationMs, file, line];
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
