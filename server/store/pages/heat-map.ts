import type { Pool } from 'pg';
import { fails } from '#lib/heat/cell.ts';

/** One measurement among those of a run; of several of one iteration the newest has rank 0. */
export interface Measurement {
  readonly id: string;
  readonly iteration: number;
  readonly rank: number;
}

export interface MeasuredRow {
  readonly testId: string;
  readonly name: string;
  readonly suite: string;
  /** Iterations in which the test was among the results, ascending, */
  readonly iterations: readonly number[];
  /** and a letter for each of them: P passed, F failed, E error, S skipped, N not run, I infrastructure, K both passed and failed. */
  readonly letters: string;
}

/**
 * Every test of these measurements with what each iteration says of it: the last attempt of the newest measurement, and
 * `K` where attempts of one iteration, which all measure one tree, disagree. The attempts of a test come as one text and
 * are told apart here: 300,000 of them grouped by test and iteration in the database took six times as long. Tests that the
 * rules of identity join are one row, as a loop compares them: rules never join what one measurement tells apart.
 */
export async function measuredRows(pool: Pool, measurements: readonly Measurement[]): Promise<MeasuredRow[]> {
  const { rows } = await pool.query({
    name: 'measured-rows',
    text: `WITH sets AS (SELECT * FROM unnest($1::uuid[], $2::int[], $3::int[]) AS s(id, iteration, rank)),
     line AS (SELECT r.test_id, string_agg(
         ((s.iteration * 1000::bigint + least(s.rank, 999)) * 1000 + least(r.attempt, 999))::text || CASE r.status
           WHEN 'passed' THEN 'P' WHEN 'failed' THEN 'F' WHEN 'error' THEN 'E' WHEN 'skipped' THEN 'S' WHEN 'infra' THEN 'I' ELSE 'N' END, ' ') AS said
       FROM sets s JOIN test_result r ON r.result_set_id = s.id GROUP BY 1)
     SELECT i.id AS "testId", i.name, i.suite, string_agg(line.said, ' ') AS said
     FROM line JOIN test_identity t ON t.id = line.test_id JOIN test_identity i ON i.id = coalesce(t.ruled_to, t.id)
     GROUP BY i.id ORDER BY i.suite, i.name`,
    values: [
      measurements.map(({ id }) => id),
      measurements.map(({ iteration }) => iteration),
      measurements.map(({ rank }) => rank),
    ],
  });
  return (rows as { testId: string; name: string; suite: string; said: string }[]).map(({ said, ...test }) => ({
    ...test,
    ...lastWords(said),
  }));
}

/** Another one means that the rules of identity join other tests of the run's project. */
export async function joinsByRule(pool: Pool, runId: string): Promise<string> {
  const { rows } = await pool.query<{ joins: string }>({
    name: 'joins-by-rule',
    text: `SELECT coalesce(bit_xor(hashtextextended(id::text || ruled_to::text, 0)), 0)::text AS joins FROM test_identity
      WHERE ruled_to IS NOT NULL AND project_id = (SELECT project_id FROM run WHERE id = $1)`,
    values: [runId],
  });
  return rows[0]?.joins ?? '';
}

/** The tokens of a test, each a number of iteration, rank and attempt with a letter behind it, as a letter per iteration. */
function lastWords(said: string): Pick<MeasuredRow, 'iterations' | 'letters'> {
  const heard = new Map<number, { place: number; letter: string }>();
  for (const token of said.split(' ')) {
    const number = Number(token.slice(0, -1));
    const letter = token.slice(-1);
    const iteration = Math.floor(number / 1_000_000);
    // The smaller, the later: first the newest measurement, in it the last attempt.
    const place = (Math.floor(number / 1_000) % 1_000) * 1_000 - (number % 1_000);
    const before = heard.get(iteration);
    const last = before === undefined || place < before.place ? { place, letter } : before;
    heard.set(iteration, before !== undefined && disagree(before.letter, letter) ? { ...last, letter: 'K' } : last);
  }
  const iterations = [...heard.keys()].sort((one, other) => one - other);
  return { iterations, letters: iterations.map((iteration) => heard.get(iteration)?.letter).join('') };
}

/** Whether one attempt passed and another did not; what disagreed once stays so. */
function disagree(one: string, other: string): boolean {
  return one === 'K' || (one === 'P' && fails(other)) || (fails(one) && other === 'P');
}
