import type { Pool } from 'pg';
import { failsOnlyRule } from '#lib/history/fails-only.ts';

/** A test that fails on a board again and again. */
export interface FailingOnBoard {
  readonly id: string;
  readonly name: string;
  readonly project: string;
  /** Itself and its other names. */
  readonly ids: readonly string[];
}

/** Measurements of a board that are looked at, and tests that are compared with other boards. */
const newest = 200;
const compared = 30;

/** Tests of these projects (null: of all) that failed in several of the newest measurements on a board, the most often first. */
export async function failingOnBoard(
  pool: Pool,
  { board, projectIds }: { board: string; projectIds: readonly string[] | null },
): Promise<FailingOnBoard[]> {
  const { rows } = await pool.query<FailingOnBoard>({
    name: 'failing-on-board',
    text: `WITH sets AS (
       SELECT id FROM result_set WHERE board = $1 AND latest AND ($2::uuid[] IS NULL OR project_id = ANY($2))
       ORDER BY measured_at DESC LIMIT ${newest}),
     bad AS (
       SELECT coalesce(n.same_as, n.id) AS id, count(*) AS failures FROM sets JOIN test_result r ON r.result_set_id = sets.id
       JOIN test_identity n ON n.id = r.test_id WHERE r.outcome IN ('failed', 'error')
       GROUP BY 1 HAVING count(*) >= ${failsOnlyRule.fewestFailures} ORDER BY failures DESC, 1 LIMIT ${compared})
     SELECT t.id, t.name, p.name AS project, array(SELECT n.id FROM test_identity n WHERE n.id = t.id OR n.same_as = t.id) AS ids
     FROM bad JOIN test_identity t ON t.id = bad.id JOIN project p ON p.id = t.project_id ORDER BY bad.failures DESC, t.name, t.id`,
    values: [board, projectIds],
  });
  return rows;
}
