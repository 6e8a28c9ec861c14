import type { Pool } from 'pg';
import type { Json } from '#lib/engine/json.ts';
import { DomainError } from '#lib/errors.ts';
import type { ReportRows } from '#lib/report/final-report.ts';
import type { ArtifactRow, LogRow } from '#lib/report/report-artifacts.ts';
import { storedTransitions } from './stored-transitions.ts';

/** Everything that the report of a run is made from; where its result was published is the caller's to know. */
export async function reportRows(pool: Pool, runId: string, branch: string | null): Promise<ReportRows> {
  const [run, iterations, final, transitions, artifacts, logs] = await Promise.all([
    runOf(pool, runId),
    recordsOf(pool, runId, 'iteration'),
    recordsOf(pool, runId, 'final'),
    storedTransitions(pool, runId),
    artifactsOf(pool, runId),
    logsOf(pool, runId),
  ]);
  return { run, iterations, final: final[0] ?? null, transitions, artifacts, logs, branch };
}

async function runOf(pool: Pool, runId: string): Promise<ReportRows['run']> {
  const { rows } = await pool.query(
    `SELECT run.id, run.number, project.name AS project, run.machine, run.state, run.outcome,
            coalesce(run.input #>> '{goal,text}', run.title) AS goal
     FROM run JOIN project ON project.id = run.project_id WHERE run.id = $1`,
    [runId],
  );
  const run = rows[0] as ReportRows['run'] | undefined;
  if (run === undefined) throw new DomainError('NOT_FOUND', `There is no run ${runId}.`);
  return run;
}

/** The records of one kind that a run has written, by key. */
export async function recordsOf(pool: Pool, runId: string, kind: string): Promise<Json[]> {
  const { rows } = await pool.query('SELECT data FROM record WHERE run_id = $1 AND kind = $2 ORDER BY key', [
    runId,
    kind,
  ]);
  return (rows as { data: Json }[]).map(({ data }) => data);
}

async function artifactsOf(pool: Pool, runId: string): Promise<ArtifactRow[]> {
  const { rows } = await pool.query(
    'SELECT iteration, kind, name, hash FROM run_artifact WHERE run_id = $1 ORDER BY iteration, kind, name',
    [runId],
  );
  return rows as ArtifactRow[];
}

async function logsOf(pool: Pool, runId: string): Promise<LogRow[]> {
  const { rows } = await pool.query(
    `SELECT activity.iteration, activity.name AS activity, activity.id AS activity_id,
            max(log_chunk.byte_offset + octet_length(log_chunk.data)) AS bytes
     FROM log_chunk JOIN activity ON activity.id = log_chunk.activity_id
     WHERE log_chunk.run_id = $1 GROUP BY activity.id ORDER BY activity.created_at`,
    [runId],
  );
  return rows as LogRow[];
}
