import type { Pool } from 'pg';
import type { Failure } from '#lib/review/similar.ts';

/** What failed in one iteration of another run. */
export interface FailuresOfRun {
  readonly runId: string;
  readonly iteration: number;
  readonly failures: readonly Failure[];
}

/** So many measurements of other runs are looked at, the newest first. */
const mostSets = 300;

/** What failed in other runs of a project where at least one of these tests failed too, by the last measurement of each iteration. */
export async function failuresElsewhere(
  pool: Pool,
  { projectId, runId, tests }: { projectId: string; runId: string; tests: readonly string[] },
): Promise<FailuresOfRun[]> {
  const { rows } = await pool.query(
    `WITH sets AS (
       SELECT s.id, s.run_id, s.iteration FROM result_set s JOIN run ON run.id = s.run_id
       WHERE run.project_id = $1 AND run.id <> $2 AND run.status = 'finished'
         AND EXISTS (SELECT 1 FROM test_result r WHERE r.result_set_id = s.id AND r.test_id = ANY ($3) AND r.status IN ('failed', 'error'))
         AND NOT EXISTS (SELECT 1 FROM result_set later WHERE later.run_id = s.run_id AND later.iteration = s.iteration AND later.created_at > s.created_at)
       ORDER BY run.created_at DESC, s.iteration DESC LIMIT ${mostSets})
     SELECT sets.run_id AS "runId", sets.iteration, jsonb_agg(jsonb_build_object('testId', f.test_id, 'signature', f.signature)) AS failures
     FROM sets JOIN (SELECT DISTINCT ON (result_set_id, test_id) result_set_id, test_id, status, signature FROM test_result
       WHERE result_set_id IN (SELECT id FROM sets) ORDER BY result_set_id, test_id, attempt DESC) f
       ON f.result_set_id = sets.id AND f.status IN ('failed', 'error')
     GROUP BY sets.run_id, sets.iteration, sets.id`,
    [projectId, runId, tests],
  );
  return rows as FailuresOfRun[];
}

/** How a run ended, and who decided what on the way. */
export interface EndOfRun {
  readonly runId: string;
  readonly number: number;
  readonly outcome: string;
  readonly reason: string;
  readonly iterations: number;
  /** Artifact of the best patch; null when nothing was better than the base. */
  readonly patch: string | null;
  /** What people decided in its reviews, in order. */
  readonly verdicts: readonly { readonly by: string; readonly event: string; readonly reason: string }[];
}

/** The ends of runs. */
export async function endsOfRuns(pool: Pool, runIds: readonly string[]): Promise<EndOfRun[]> {
  const { rows } = await pool.query(
    `SELECT run.id AS "runId", run.number, run.outcome, run.iteration AS iterations,
       coalesce((SELECT t.reason FROM transition t WHERE t.run_id = run.id ORDER BY t.seq DESC LIMIT 1), '') AS reason,
       (SELECT r.data #>> '{best,patchId}' FROM record r WHERE r.run_id = run.id AND r.kind = 'final' AND r.key = 'final') AS patch,
       coalesce((SELECT jsonb_agg(jsonb_build_object('by', e.by, 'event', e.data->>'event', 'reason', e.text) ORDER BY e.id)
         FROM review_entry e JOIN review v ON v.id = e.review_id WHERE v.run_id = run.id AND e.kind = 'closed'), '[]') AS verdicts
     FROM run WHERE run.id = ANY ($1::uuid[]) AND run.status = 'finished'`,
    [runIds],
  );
  return rows as EndOfRun[];
}
