import type { Pool } from 'pg';
import { DomainError } from '#lib/errors.ts';

/** A review in a line. Times in epoch milliseconds. */
export interface ReviewRow {
  readonly id: string;
  readonly number: number;
  readonly runId: string;
  readonly runNumber: number;
  readonly projectId: string;
  readonly project: string;
  readonly goal: string;
  readonly runState: string;
  readonly runStatus: string;
  readonly iteration: number;
  readonly why: string;
  readonly openedSeq: number;
  readonly openedAt: number;
  readonly dueAt: number | null;
  readonly approvals: number;
  readonly closedAt: number | null;
  readonly closedSeq: number | null;
  readonly assignees: readonly string[];
  /** Approvals of the proposal that has most. */
  readonly approved: number;
}

/** Columns of a review for a query `FROM review v JOIN run ON … JOIN project ON …`. */
export const reviewColumns = `v.id, v.number, v.run_id AS "runId", run.number AS "runNumber", v.project_id AS "projectId",
  project.name AS project, run.title AS goal, run.state AS "runState", run.status AS "runStatus", v.iteration, v.why,
  v.opened_seq AS "openedSeq", ${millis('v.opened_at')} AS "openedAt", ${millis('v.due_at')} AS "dueAt", v.approvals,
  ${millis('v.closed_at')} AS "closedAt", v.closed_seq AS "closedSeq",
  ARRAY(SELECT person FROM review_assignee a WHERE a.review_id = v.id ORDER BY a.at, person) AS assignees,
  coalesce((SELECT max(n) FROM (SELECT count(*)::int AS n FROM review_proposal p JOIN review_approval a ON a.proposal_id = p.id
    WHERE p.review_id = v.id AND p.status = 'open' GROUP BY p.id) c), 0) AS approved`;

export const reviewTables = 'review v JOIN run ON run.id = v.run_id JOIN project ON project.id = v.project_id';

/** One review by its number. */
export async function reviewNumbered(pool: Pool, number: number): Promise<ReviewRow> {
  const { rows } = await pool.query(`SELECT ${reviewColumns} FROM ${reviewTables} WHERE v.number = $1`, [number]);
  const review = rows[0] as ReviewRow | undefined;
  if (review === undefined)
    throw new DomainError('NOT_FOUND', `There is no review ${number}.`, { next: 'The queue at /reviews lists them.' });
  return review;
}

/** The open review of a run, or null. */
export async function openReviewOf(pool: Pool, runId: string): Promise<ReviewRow | null> {
  const { rows } = await pool.query(
    `SELECT ${reviewColumns} FROM ${reviewTables} WHERE v.run_id = $1 AND v.closed_at IS NULL`,
    [runId],
  );
  return (rows[0] as ReviewRow | undefined) ?? null;
}

/** The review that a proposal belongs to, or null for an unknown one. */
export async function reviewOfProposal(pool: Pool, proposalId: string): Promise<ReviewRow | null> {
  const { rows } = await pool.query(
    `SELECT ${reviewColumns} FROM ${reviewTables} WHERE v.id = (SELECT review_id FROM review_proposal WHERE id = $1)`,
    [proposalId],
  );
  return (rows[0] as ReviewRow | undefined) ?? null;
}

/** A column of times as epoch milliseconds. */
export function millis(column: string): string {
  return `round(extract(epoch FROM ${column}) * 1000)::float8`;
}
