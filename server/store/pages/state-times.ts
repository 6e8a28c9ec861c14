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

/** Transitions are counted by a 32-bit number: no run has more. */
const all = 2_147_483_647;

/** How often and how long a run was in each of its states up to a transition, the stay after it not included. */
export async function stateTimes(pool: Pool, runId: string, upTo = all): Promise<StateTime[]> {
  const { rows } = await pool.query({
    name: 'state-times',
    text: `SELECT state, sum(visits)::int AS visits, sum(ms)::float8 AS ms FROM (
       SELECT to_state AS state, 1 AS visits, 0 AS ms FROM transition WHERE run_id = $1 AND seq <= $2 AND from_state <> to_state
       UNION ALL SELECT from_state, 0, ms_in_from FROM transition WHERE run_id = $1 AND seq <= $2 AND from_state <> to_state) s
     WHERE state <> '' GROUP BY state`,
    values: [runId, upTo],
  });
  return rows as StateTime[];
}

/** How often a run went from one top-level state to another up to a transition, and when last. */
export async function edgeCounts(pool: Pool, runId: string, upTo = all): Promise<EdgeCount[]> {
  const { rows } = await pool.query({
    name: 'edge-counts',
    text: `SELECT split_part(from_state, '.', 1) AS "from", split_part(to_state, '.', 1) AS "to", count(*)::int AS taken, max(seq)::int AS last
     FROM transition WHERE run_id = $1 AND seq <= $2 AND from_state <> '' AND split_part(from_state, '.', 1) <> split_part(to_state, '.', 1)
     GROUP BY 1, 2`,
    values: [runId, upTo],
  });
  return rows as EdgeCount[];
}
