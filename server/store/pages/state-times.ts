import type { Pool } from 'pg';

export interface StateTime {
  /** Dotted path. */
  readonly state: string;
  readonly visits: number;
  readonly ms: number;
}

export interface EdgeCount {
  readonly from: string;
  readonly to: string;
  readonly taken: number;
  /** The newest of these transitions. */
  readonly last: number;
}

/** How often and how long a run was in each of its states, the present stay not included. */
export async function stateTimes(pool: Pool, runId: string): Promise<StateTime[]> {
  const { rows } = await pool.query(
    `SELECT state, sum(visits)::int AS visits, sum(ms)::float8 AS ms FROM (
       SELECT to_state AS state, 1 AS visits, 0 AS ms FROM transition WHERE run_id = $1 AND from_state <> to_state
       UNION ALL SELECT from_state, 0, ms_in_from FROM transition WHERE run_id = $1 AND from_state <> to_state) s
     WHERE state <> '' GROUP BY state`,
    [runId],
  );
  return rows as StateTime[];
}

/** How often a run went from one top-level state to another, and when last. */
export async function edgeCounts(pool: Pool, runId: string): Promise<EdgeCount[]> {
  const { rows } = await pool.query(
    `SELECT split_part(from_state, '.', 1) AS "from", split_part(to_state, '.', 1) AS "to", count(*)::int AS taken, max(seq)::int AS last
     FROM transition WHERE run_id = $1 AND from_state <> '' AND split_part(from_state, '.', 1) <> split_part(to_state, '.', 1) GROUP BY 1, 2`,
    [runId],
  );
  return rows as EdgeCount[];
}
