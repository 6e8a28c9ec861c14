import type { Pool } from 'pg';
import { likeness } from '../likeness.ts';

/** How a run ended, as small as a mark. */
export interface EndedMark {
  readonly number: number;
  readonly machine: string;
  readonly state: string;
  readonly outcome: string;
}

/** A project in a line. Times in epoch milliseconds. */
export interface ProjectRow {
  readonly id: string;
  readonly name: string;
  readonly repository: string;
  readonly live: number;
  readonly waiting: number;
  /** When a run of it was launched last; null before the first. */
  readonly lastLaunch: number | null;
  /** Its latest ended runs, newest first. */
  readonly recent: readonly EndedMark[];
}

/** Ended runs that a line shows. */
const marks = 20;
export const mostProjects = 200;

/** Projects, the one launched last first; `text` is a part of the name or of the folder. */
export async function projectList(
  pool: Pool,
  { text, projectIds }: { text: string; projectIds: readonly string[] | null },
): Promise<ProjectRow[]> {
  const pattern = text.trim() === '' ? null : likeness(text.trim());
  const { rows } = await pool.query(
    `WITH live AS (SELECT project_id, count(*)::int AS live, (count(*) FILTER (WHERE status = 'waiting'))::int AS waiting
       FROM run WHERE status <> 'finished' GROUP BY project_id)
     SELECT p.id, p.name, p.repository, coalesce(live.live, 0) AS live, coalesce(live.waiting, 0) AS waiting,
       round(extract(epoch FROM newest.created_at) * 1000)::float8 AS "lastLaunch",
       (SELECT coalesce(jsonb_agg(to_jsonb(e) ORDER BY e.number DESC), '[]') FROM (
          SELECT number, machine, state, outcome FROM run WHERE project_id = p.id AND outcome IS NOT NULL
          ORDER BY number DESC LIMIT ${marks}) e) AS recent
     FROM project p LEFT JOIN live ON live.project_id = p.id
       LEFT JOIN LATERAL (SELECT created_at FROM run WHERE project_id = p.id ORDER BY number DESC LIMIT 1) newest ON true
     WHERE ($1::text IS NULL OR p.name ILIKE $1 OR p.repository ILIKE $1) AND ($2::uuid[] IS NULL OR p.id = ANY($2))
     ORDER BY newest.created_at DESC NULLS LAST, lower(p.name) LIMIT ${mostProjects}`,
    [pattern, projectIds],
  );
  return rows as ProjectRow[];
}
