import type { Pool } from 'pg';
import type { Json } from '#lib/engine/json.ts';
import { DomainError } from '#lib/errors.ts';

/** One run with its project, as its page reads it. */
export interface RunOnPage {
  readonly id: string;
  readonly number: number;
  readonly projectId: string;
  readonly machine: string;
  readonly machineVersion: number;
  readonly title: string;
  readonly input: Json;
  /** Number of the last applied event. */
  readonly seq: number;
  readonly snapshot: Json;
  /** Dotted path. */
  readonly state: string;
  readonly status: string;
  readonly iteration: number;
  readonly outcome: string | null;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly waitingSince: Date | null;
  readonly finishedAt: Date | null;
  readonly report: Json | null;
  readonly project: { readonly name: string; readonly repository: string };
  readonly forkedFrom: { readonly number: number } | null;
  /** Who keeps everything of it, why, and since when (epoch milliseconds); null when the rules of retention apply. */
  readonly pin: { readonly by: string; readonly why: string; readonly at: number } | null;
  /** When an open review ends unanswered; null when it may stay open, or its clock stands still. */
  readonly reviewDueAt: Date | null;
}

const columns = `run.id, run.number, run.project_id AS "projectId", run.machine, run.machine_version AS "machineVersion",
  run.title, run.input, run.seq, run.snapshot, run.state, run.status, run.iteration, run.outcome,
  run.created_by AS "createdBy", run.created_at AS "createdAt", run.waiting_since AS "waitingSince",
  run.finished_at AS "finishedAt", run.report,
  jsonb_build_object('name', project.name, 'repository', project.repository) AS project,
  CASE WHEN origin.id IS NULL THEN NULL ELSE jsonb_build_object('number', origin.number) END AS "forkedFrom",
  (SELECT jsonb_build_object('by', pinned_by, 'why', why, 'at', round(extract(epoch FROM at) * 1000)) FROM run_pin WHERE run_pin.run_id = run.id) AS pin,
  (SELECT due_at FROM timer WHERE timer.run_id = run.id AND timer.id = 'review due') AS "reviewDueAt"`;

/** Accepts an id or the run's number. Throws NOT_FOUND. Every step of a run is followed by it, so it is one prepared statement. */
export async function runPage(pool: Pool, run: string): Promise<RunOnPage> {
  const row = numbered.test(run)
    ? await find(pool, 'number', Number(run))
    : guid.test(run)
      ? await find(pool, 'id', run)
      : undefined;
  if (row === undefined)
    throw new DomainError('NOT_FOUND', `There is no run ${run}.`, { next: 'Look for it in the list of runs.' });
  return row;
}

const numbered = /^\d{1,9}$/;
const guid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

async function find(pool: Pool, key: 'number' | 'id', value: string | number): Promise<RunOnPage | undefined> {
  const { rows } = await pool.query({
    name: `run-page-by-${key}`,
    text: `SELECT ${columns} FROM run JOIN project ON project.id = run.project_id
      LEFT JOIN run origin ON origin.id = run.forked_from_id WHERE run.${key} = $1`,
    values: [value],
  });
  return rows[0] as RunOnPage | undefined;
}
