import type { Pool } from 'pg';

/** What came in for one build, in a line. */
export interface ImportRow {
  readonly id: string;
  readonly number: number;
  readonly projectId: string;
  readonly project: string;
  readonly branch: string | null;
  readonly commit: string | null;
  readonly build: string | null;
  readonly environment: string | null;
  readonly board: string | null;
  readonly release: string | null;
  /** Milliseconds since 1970. */
  readonly measuredAt: number;
  readonly createdBy: string;
  readonly files: { readonly all: number; readonly waiting: number; readonly setAside: number; readonly same: number };
  /** Sums over its measurements that count. */
  readonly tests: {
    readonly passed: number;
    readonly failed: number;
    readonly errors: number;
    readonly skipped: number;
    readonly notRun: number;
    readonly flaky: number;
  };
}

const importSql =
  `SELECT i.id, i.number, i.project_id AS "projectId", p.name AS project, i.branch, i.commit, i.build, i.environment, i.board, i.release,
    round(extract(epoch FROM i.measured_at) * 1000)::float8 AS "measuredAt", i.created_by AS "createdBy", f.files, s.tests
  FROM result_import i JOIN project p ON p.id = i.project_id,
    LATERAL (SELECT json_build_object('all', count(*), 'waiting', count(*) FILTER (WHERE state IN ('waiting', 'working')),
      'setAside', count(*) FILTER (WHERE state = 'set_aside'), 'same', count(*) FILTER (WHERE state = 'same')) AS files FROM import_file WHERE import_id = i.id) f,
    LATERAL (SELECT json_build_object('passed', sum_of('passed'), 'failed', sum_of('failed'), 'errors', sum_of('errors'), 'skipped', sum_of('skipped'),
      'notRun', sum_of('notRun'), 'flaky', sum_of('flaky')) AS tests FROM result_set s WHERE s.import_id = i.id AND s.latest) s`.replaceAll(
    /sum_of\('(\w+)'\)/g,
    (_, field: string) => `coalesce(sum((s.counts->>'${field}')::int), 0)`,
  );

/** Imports, the newest first; those before a number, for the next page. */
export async function importList(
  pool: Pool,
  {
    projectIds,
    projectId = null,
    before = null,
    limit,
  }: { projectIds: readonly string[] | null; projectId?: string | null; before?: number | null; limit: number },
): Promise<ImportRow[]> {
  const { rows } = await pool.query<ImportRow>(
    `${importSql} WHERE ($1::uuid[] IS NULL OR i.project_id = ANY($1)) AND ($2::uuid IS NULL OR i.project_id = $2) AND ($3::int IS NULL OR i.number < $3)
     ORDER BY i.number DESC LIMIT $4`,
    [projectIds, projectId, before, limit],
  );
  return rows;
}

/** The import of this number; null for none. */
export async function importByNumber(pool: Pool, number: number): Promise<ImportRow | null> {
  const { rows } = await pool.query<ImportRow>(`${importSql} WHERE i.number = $1`, [number]);
  return rows[0] ?? null;
}
