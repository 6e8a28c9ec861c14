import { type Asked, projectsOf } from './asked.ts';

interface RollUp {
  readonly table:
    | 'report_results'
    | 'report_tests'
    | 'report_runs'
    | 'report_states'
    | 'report_agents'
    | 'report_recoveries'
    | 'report_plateaus';
  readonly what: 'results' | 'runs';
  /** Its rows are weeks. */
  readonly weekly?: true;
}

/** Values of the parameters $1 to $6 that `rolled` and `within` name. */
export function valuesOf(asked: Asked): unknown[] {
  const { span, branch, environment, boardType } = asked;
  return [span.from, span.to, projectsOf(asked), branch ?? null, environment ?? null, boardType ?? null];
}

/**
 * The relation `rolled` for a WITH clause: rows of a roll-up for the days and projects asked about. Days of which something
 * has changed since they were rolled up are counted anew, so that a report is right at any moment.
 */
export function rolled({ table, what, weekly }: RollUp): string {
  const [day, first] = weekly ? ['week_of(day)', 'week_of($1::date)'] : ['day', '$1::date'];
  const last = weekly ? 'week_of($2::date) + 6' : '$2::date';
  const kept = what === 'results' ? 'r.kept OR ' : '';
  return `changed AS (
      SELECT DISTINCT project_id, ${day} AS day FROM report_change
      WHERE what = '${what}' AND day BETWEEN ${first} AND ${last} AND ($3::uuid[] IS NULL OR project_id = ANY($3))),
    rolled AS (
      SELECT r.* FROM ${table} r
      WHERE r.day BETWEEN ${first} AND ${last} AND ($3::uuid[] IS NULL OR r.project_id = ANY($3))
        AND (${kept}NOT EXISTS (SELECT 1 FROM changed c WHERE c.project_id = r.project_id AND c.day = r.day))
      UNION ALL SELECT l.* FROM changed c CROSS JOIN LATERAL ${table}_of(c.project_id, c.day) l)`;
}

/** Rows of a view that lie in the days and projects asked about. */
export const inSpan = `at >= day_begins($1::date) AND at < day_begins($2::date + 1) AND ($3::uuid[] IS NULL OR project_id = ANY($3))`;

/** What branch, environment and type of board are narrowed down to. */
export const narrowed = `($4::text IS NULL OR branch = $4) AND ($5::text IS NULL OR environment = $5) AND ($6::text IS NULL OR board_type = $6)`;

/** The first day of the period of a day, as text. */
export function periodOf(by: Asked['by'], day = 'day'): string {
  return `to_char(${by === 'week' ? `week_of(${day})` : day}, 'YYYY-MM-DD')`;
}
