import type { Pool } from 'pg';
import type { Json } from '#lib/engine/json.ts';
import { jsonb } from './jsonb.ts';

export interface EndedRun {
  readonly id: string;
  readonly number: number;
  readonly project: string;
  readonly machine: string;
  readonly goal: string;
  readonly state: string;
  readonly outcome: string | null;
  readonly input: Json;
}

/**
 * Some of the runs of a host that have ended and are not wrapped up yet; one that never had a host belongs to whoever comes
 * first. In no order, so that those which cannot be wrapped up never keep the others out.
 */
export async function runsToFinalise(pool: Pool, hostId: string): Promise<EndedRun[]> {
  const { rows } = await pool.query(
    `SELECT r.id, r.number, p.name AS project, r.machine, r.title AS goal, r.state, r.outcome, r.input
     FROM run r JOIN project p ON p.id = r.project_id
     WHERE r.status = 'finished' AND r.finalised_at IS NULL AND (r.host_id = $1 OR r.host_id IS NULL) ORDER BY random() LIMIT 20`,
    [hostId],
  );
  return rows as EndedRun[];
}

/** The records of a kind, by key. */
export async function recordsOf(pool: Pool, runId: string, kind: string): Promise<Json[]> {
  return (await keyedRecords(pool, runId, kind)).map(({ data }) => data);
}

/** The same with their keys. */
export async function keyedRecords(pool: Pool, runId: string, kind: string): Promise<{ key: string; data: Json }[]> {
  const { rows } = await pool.query<{ key: string; data: Json }>({
    name: 'records-of-run',
    text: 'SELECT key, data FROM record WHERE run_id = $1 AND kind = $2 ORDER BY key',
    values: [runId, kind],
  });
  return rows;
}

/** Every artifact that a run has filed. */
export async function artifactsOf(
  pool: Pool,
  runId: string,
): Promise<{ iteration: number; kind: string; name: string; hash: string }[]> {
  const { rows } = await pool.query(
    'SELECT iteration, kind, name, hash FROM run_artifact WHERE run_id = $1 ORDER BY iteration, kind, name',
    [runId],
  );
  return rows as { iteration: number; kind: string; name: string; hash: string }[];
}

/** Stores the report of an ended run and tells whoever watches it. */
export async function storeReport(pool: Pool, runId: string, report: Json): Promise<void> {
  await pool.query(
    `WITH told AS (SELECT pg_notify('firmloop_run', $1::text || ':final'))
     UPDATE run SET report = $2::jsonb, finalised_at = clock_timestamp() FROM told WHERE id = $1::uuid AND finalised_at IS NULL`,
    [runId, jsonb(report)],
  );
}

/** Ids of runs whose worktrees on this host are still needed. */
export async function liveRunIds(pool: Pool, hostId: string): Promise<Set<string>> {
  const { rows } = await pool.query(
    `SELECT id FROM run WHERE finalised_at IS NULL AND (host_id = $1 OR host_id IS NULL)`,
    [hostId],
  );
  return new Set((rows as { id: string }[]).map((row) => row.id));
}
