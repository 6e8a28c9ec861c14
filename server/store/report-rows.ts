import type { Pool } from 'pg';
import { DomainError } from '#lib/errors.ts';
import type { ReportRows } from '#lib/report/final-report.ts';
import { artifactsOf, recordsOf } from './finalise-rows.ts';
import { activityLogs } from './pages/logs.ts';
import { storedTransitions } from './stored-transitions.ts';

/** What the report of a run would be made from now, for one that has not been wrapped up. */
export async function reportRows(pool: Pool, runId: string): Promise<ReportRows> {
  const [run, iterations, final, transitions, artifacts, logs] = await Promise.all([
    runOf(pool, runId),
    recordsOf(pool, runId, 'iteration'),
    recordsOf(pool, runId, 'final'),
    storedTransitions(pool, runId),
    artifactsOf(pool, runId),
    activityLogs(pool, runId),
  ]);
  return {
    run,
    iterations,
    final: final[0] ?? null,
    transitions,
    artifacts,
    logs: logs.map(({ iteration, name, activityId, bytes }) => ({
      iteration,
      activity: name,
      activity_id: activityId,
      bytes,
    })),
    branch: null,
  };
}

async function runOf(pool: Pool, runId: string): Promise<ReportRows['run']> {
  const { rows } = await pool.query(
    `SELECT run.id, run.number, project.name AS project, run.machine, run.state, run.outcome, run.title AS goal
     FROM run JOIN project ON project.id = run.project_id WHERE run.id = $1`,
    [runId],
  );
  const run = rows[0] as ReportRows['run'] | undefined;
  if (run === undefined) throw new DomainError('NOT_FOUND', `There is no run ${runId}.`);
  return run;
}
