import type { Pool } from 'pg';

const most = 200;

/** What reports can be narrowed down to. */
export interface ReportChoices {
  readonly projects: readonly { readonly id: string; readonly name: string }[];
  readonly branches: readonly string[];
  readonly environments: readonly string[];
  readonly boardTypes: readonly string[];
}

/** The choices in these projects (null: in all), from what was rolled up in the last quarter. */
export async function reportChoices(pool: Pool, projects: readonly string[] | null): Promise<ReportChoices> {
  const recent = `day > report_day(now()) - 92 AND ($1::uuid[] IS NULL OR project_id = ANY($1))`;
  const { rows } = await pool.query(
    `WITH seen AS (
       SELECT branch, environment, board_type FROM report_results WHERE ${recent} GROUP BY 1, 2, 3
       UNION SELECT branch, environment, board_type FROM report_runs WHERE ${recent} GROUP BY 1, 2, 3)
     SELECT (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) ORDER BY lower(name)), '[]')
         FROM (SELECT id, name FROM project WHERE $1::uuid[] IS NULL OR id = ANY($1) ORDER BY lower(name) LIMIT ${most}) p) AS projects,
       ${['branch', 'environment', 'board_type'].map(list).join(', ')}`,
    [projects],
  );
  return rows[0] as ReportChoices;
}

const names: Readonly<Record<string, string>> = {
  branch: 'branches',
  environment: 'environments',
  board_type: 'boardTypes',
};

function list(column: string): string {
  return `(SELECT coalesce(array_agg(v ORDER BY v), '{}') FROM (SELECT DISTINCT ${column} AS v FROM seen WHERE ${column} <> '' ORDER BY 1 LIMIT ${most}) d) AS "${names[column]}"`;
}
