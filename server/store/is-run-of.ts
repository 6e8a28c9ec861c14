import type { Pool } from 'pg';

/** A run's project never changes, so it is looked up once per process; the oldest are forgotten. */
const known = new Map<string, string>();
const mostKnown = 10_000;

/** Whether a run belongs to one of these projects; null means all of them. */
export async function isRunOf(pool: Pool, runId: string, projectIds: readonly string[] | null): Promise<boolean> {
  if (projectIds === null) return true;
  const projectId = known.get(runId) ?? (await projectOf(pool, runId));
  return projectId !== null && projectIds.includes(projectId);
}

async function projectOf(pool: Pool, runId: string): Promise<string | null> {
  const { rows } = await pool.query<{ projectId: string }>('SELECT project_id AS "projectId" FROM run WHERE id = $1', [
    runId,
  ]);
  const [run] = rows;
  if (run === undefined) return null;
  const [oldest] = known.keys();
  if (known.size >= mostKnown && oldest !== undefined) known.delete(oldest);
  known.set(runId, run.projectId);
  return run.projectId;
}
