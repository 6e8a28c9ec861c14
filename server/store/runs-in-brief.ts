import type { Pool } from 'pg';
import type { Json } from '#lib/engine/json.ts';

/** A run in a line. Times in epoch milliseconds. */
export interface RunInBrief {
  readonly id: string;
  readonly number: number;
  readonly projectId: string;
  readonly project: string;
  readonly machine: string;
  readonly machineVersion: number;
  readonly title: string;
  /** The state as the machine's snapshot has it. */
  readonly stateValue: Json;
  /** Number of its last event. */
  readonly seq: number;
  readonly state: string;
  readonly status: 'active' | 'waiting' | 'paused' | 'stopping' | 'finished';
  readonly iteration: number;
  /** As it holds now; null for a machine without iterations. */
  readonly maxIterations: number | null;
  readonly outcome: string | null;
  readonly exitCode: 0 | 1 | 3 | null;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly waitingSince: number | null;
  readonly finishedAt: number | null;
  readonly finalisedAt: number | null;
}

const columns = `run.id, run.number, run.project_id AS "projectId", project.name AS project, run.machine,
  run.machine_version AS "machineVersion", run.title, run.snapshot->'value' AS "stateValue", run.seq,
  run.state, run.status, run.iteration,
  (run.snapshot #>> '{context,settings,limits,max_iterations}')::int AS "maxIterations", run.outcome,
  run.exit_code AS "exitCode", run.created_by AS "createdBy", ${millis('created_at')} AS "createdAt",
  ${millis('waiting_since')} AS "waitingSince", ${millis('finished_at')} AS "finishedAt",
  ${millis('finalised_at')} AS "finalisedAt"`;

function millis(column: string): string {
  return `round(extract(epoch FROM run.${column}) * 1000)::float8`;
}

/** The newest runs first; `live` leaves out those that have ended. */
export async function recentRuns(pool: Pool, filter: { limit: number; live?: boolean }): Promise<RunInBrief[]> {
  const { rows } = await pool.query(
    `SELECT ${columns} FROM run JOIN project ON project.id = run.project_id
     WHERE NOT $2 OR run.status <> 'finished' ORDER BY run.number DESC LIMIT $1`,
    [filter.limit, filter.live ?? false],
  );
  return rows as RunInBrief[];
}

/** Up to ten runs whose number is the reference, else whose id begins with it. */
export async function runsNamed(
  pool: Pool,
  reference: { number: number | null; prefix: string },
): Promise<RunInBrief[]> {
  const { rows } = await pool.query(
    `SELECT ${columns} FROM run JOIN project ON project.id = run.project_id
     WHERE run.number = $1 OR ($1::int IS NULL AND run.id::text LIKE $2 || '%') ORDER BY run.number DESC LIMIT 10`,
    [reference.number, reference.prefix],
  );
  return rows as RunInBrief[];
}

/** One run as it stands now; null when there is none. */
export async function runInBrief(pool: Pool, id: string): Promise<RunInBrief | null> {
  const { rows } = await pool.query({
    name: 'run-in-brief',
    text: `SELECT ${columns} FROM run JOIN project ON project.id = run.project_id WHERE run.id = $1`,
    values: [id],
  });
  return (rows[0] as RunInBrief | undefined) ?? null;
}

/** The stored report of a run that has been wrapped up; null before. */
export async function storedReport(pool: Pool, id: string): Promise<Json> {
  const { rows } = await pool.query('SELECT report FROM run WHERE id = $1', [id]);
  return (rows[0] as { report: Json } | undefined)?.report ?? null;
}
