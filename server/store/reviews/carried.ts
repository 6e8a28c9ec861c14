import type { Pool } from 'pg';
import type { Json } from '#lib/engine/json.ts';
import { millis, type ReviewRow, reviewColumns, reviewTables } from './review-row.ts';

/** A decision that holds for later runs stuck on the same tests. */
export interface CarriedDecision {
  readonly id: string;
  readonly fromReview: number;
  readonly fromRun: number;
  readonly fromRunId: string;
  readonly decision: Json;
  readonly reason: string;
  readonly by: string;
  readonly tests: readonly string[];
  readonly at: number;
  readonly endedAt: number | null;
  readonly endedBy: string | null;
  /** Numbers of the runs that it has been carried to. */
  readonly usedFor: readonly number[];
}

const carried = `SELECT c.id, v.number AS "fromReview", run.number AS "fromRun", run.id AS "fromRunId", c.decision, c.reason, c.by, c.tests,
    ${millis('c.at')} AS at, ${millis('c.ended_at')} AS "endedAt", c.ended_by AS "endedBy",
    ARRAY(SELECT r.number FROM carried_use u JOIN run r ON r.id = u.run_id WHERE u.decision_id = c.id ORDER BY r.number) AS "usedFor"
  FROM carried_decision c JOIN review v ON v.id = c.from_review_id JOIN run ON run.id = v.run_id`;

/** Reviews that nobody has looked for a carried decision for. */
export async function reviewsToCheck(pool: Pool): Promise<ReviewRow[]> {
  const { rows } = await pool.query(
    `SELECT ${reviewColumns} FROM ${reviewTables} WHERE v.closed_at IS NULL AND NOT v.carry_checked AND run.status = 'waiting' LIMIT 20`,
  );
  return rows as ReviewRow[];
}

export async function markCarryChecked(pool: Pool, reviewId: string): Promise<void> {
  await pool.query('UPDATE review SET carry_checked = true WHERE id = $1', [reviewId]);
}

/** The decision that holds for these tests of a project, or null. */
export async function decisionInForce(
  pool: Pool,
  projectId: string,
  blocking: string,
): Promise<CarriedDecision | null> {
  const { rows } = await pool.query(`${carried} WHERE c.project_id = $1 AND c.blocking = $2 AND c.ended_at IS NULL`, [
    projectId,
    blocking,
  ]);
  return (rows[0] as CarriedDecision | undefined) ?? null;
}

/** False when the decision has been carried to this run before, in an earlier review. */
export async function recordUse(
  pool: Pool,
  use: { decisionId: string; runId: string; reviewId: string },
): Promise<boolean> {
  const { rows } = await pool.query(
    `WITH used AS (INSERT INTO carried_use (decision_id, run_id, review_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING review_id)
     SELECT review_id FROM used UNION SELECT review_id FROM carried_use WHERE decision_id = $1 AND run_id = $2`,
    [use.decisionId, use.runId, use.reviewId],
  );
  return (rows as { review_id: string }[]).every(({ review_id }) => review_id === use.reviewId);
}

/** The decision that a review's verdict has become for later runs, or null. */
export async function decisionFrom(pool: Pool, reviewId: string): Promise<CarriedDecision | null> {
  const { rows } = await pool.query(`${carried} WHERE c.from_review_id = $1`, [reviewId]);
  return (rows[0] as CarriedDecision | undefined) ?? null;
}

/** Ends a decision: it is carried to no further run. */
export async function endCarried(pool: Pool, reviewId: string, by: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    'UPDATE carried_decision SET ended_at = clock_timestamp(), ended_by = $2 WHERE from_review_id = $1 AND ended_at IS NULL',
    [reviewId, by],
  );
  return rowCount === 1;
}
