import type { Pool } from 'pg';

/** So many of the newest runs say which agents and outcomes there are to choose from. */
const recentRuns = 1_000;
const mostProjects = 500;

export interface RunFilters {
  readonly projects: readonly { readonly id: string; readonly name: string }[];
  readonly agents: readonly string[];
  readonly outcomes: readonly string[];
  /** Where live runs are now. */
  readonly states: readonly string[];
}

/** What a list of runs of these projects (null: of all) can be narrowed down to. */
export async function runFilters(pool: Pool, projectIds: readonly string[] | null): Promise<RunFilters> {
  const { rows } = await pool.query(
    `WITH recent AS (SELECT outcome, input FROM run WHERE $1::uuid[] IS NULL OR project_id = ANY($1) ORDER BY number DESC LIMIT ${recentRuns})
     SELECT (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) ORDER BY lower(name)), '[]')
               FROM (SELECT id, name FROM project WHERE $1::uuid[] IS NULL OR id = ANY($1) ORDER BY lower(name) LIMIT ${mostProjects}) p) AS projects,
       (SELECT coalesce(array_agg(DISTINCT agent ORDER BY agent), '{}') FROM recent, unnest(run_agents(input)) AS agent) AS agents,
       (SELECT coalesce(array_agg(DISTINCT outcome ORDER BY outcome), '{}') FROM recent WHERE outcome IS NOT NULL) AS outcomes,
       (SELECT coalesce(array_agg(DISTINCT state ORDER BY state), '{}')
          FROM (SELECT split_part(state, '.', 1) AS state FROM run WHERE status <> 'finished' AND ($1::uuid[] IS NULL OR project_id = ANY($1)) ORDER BY number DESC LIMIT ${recentRuns}) live) AS states`,
    [projectIds],
  );
  return rows[0] as RunFilters;
}
