import type { Pool } from 'pg';
import type { MeasuredTest } from '#lib/history/compare-measured.ts';

/** Several measurements that are looked at as one. */
export interface Selection {
  readonly label: string;
  /** Where a page shows it. */
  readonly href: string;
  /** Of the newest of them, milliseconds since 1970. */
  readonly at: number;
  readonly branch: string | null;
  readonly sets: readonly string[];
}

interface Found {
  readonly label: string;
  readonly href: string;
  readonly at: number;
  readonly branch: string | null;
  readonly sets: string[];
}

/** SQL: the measurements of the imports `chosen`, also those that an earlier import brought with the same bytes. */
const ofImports = `SELECT s.id, s.measured_at, i.number, i.branch FROM chosen i JOIN result_set s ON s.import_id = i.id AND s.latest
  UNION ALL SELECT s.id, s.measured_at, i.number, i.branch FROM chosen i JOIN import_file f ON f.import_id = i.id AND f.state = 'same'
    JOIN result_set s ON s.id = f.result_set_id AND s.latest`;

const asOne = `array_agg(DISTINCT id) AS sets, round(extract(epoch FROM max(measured_at)) * 1000)::float8 AS at, min(branch) AS branch`;

/** An import by its number; null for none of the project, or one without results. */
export async function importSelection(pool: Pool, projectId: string, number: number): Promise<Selection | null> {
  return await one(
    pool,
    `WITH chosen AS (SELECT * FROM result_import WHERE project_id = $1 AND number = $2)
     SELECT 'import #' || min(number) AS label, '/results/' || min(number) AS href, ${asOne} FROM (${ofImports}) m`,
    [projectId, number],
  );
}

/**
 * The newest build of a branch, with all environments that it was measured in; of builds before a moment. A build without a
 * number and a commit is an import for itself.
 */
export async function branchSelection(
  pool: Pool,
  projectId: string,
  { branch, before = null }: { branch: string | null; before?: number | null },
): Promise<Selection | null> {
  return await one(
    pool,
    `WITH newest AS (
       SELECT i.* FROM result_import i WHERE i.project_id = $1 AND coalesce(i.branch, '') = coalesce($2, '') AND i.measured_at < coalesce(to_timestamp($3::float8 / 1000), 'infinity')
         AND EXISTS (SELECT 1 FROM result_set s WHERE s.import_id = i.id) ORDER BY i.measured_at DESC, i.number DESC LIMIT 1),
     chosen AS (SELECT i.* FROM newest n JOIN result_import i ON i.project_id = n.project_id AND coalesce(i.branch, '') = coalesce(n.branch, '')
       AND coalesce(i.build, '') = coalesce(n.build, '') AND coalesce(i.commit, '') = coalesce(n.commit, '')
       AND (i.id = n.id OR num_nonnulls(n.build, n.commit) > 0))
     SELECT coalesce('branch ' || min(branch), 'builds without a branch') || ', ' || coalesce('build ' || (SELECT build FROM newest), 'import #' || (SELECT number FROM newest)) AS label,
       '/results/' || (SELECT number FROM newest) AS href, ${asOne} FROM (${ofImports}) m`,
    [projectId, branch, before],
  );
}

/** The newest build that is marked as a release, or the one of this name; of those before a moment. */
export async function releaseSelection(
  pool: Pool,
  projectId: string,
  { release = null, before = null }: { release?: string | null; before?: number | null },
): Promise<Selection | null> {
  return await one(
    pool,
    `WITH newest AS (
       SELECT release FROM result_import WHERE project_id = $1 AND release IS NOT NULL AND ($2::text IS NULL OR release = $2)
         AND measured_at < coalesce(to_timestamp($3::float8 / 1000), 'infinity') ORDER BY measured_at DESC, number DESC LIMIT 1),
     chosen AS (SELECT i.* FROM result_import i JOIN newest n ON i.release = n.release WHERE i.project_id = $1 AND i.release IS NOT NULL)
     SELECT 'release ' || (SELECT release FROM newest) AS label, '/results/' || min(number) AS href, ${asOne} FROM (${ofImports}) m`,
    [projectId, release, before],
  );
}

/** An iteration of a run, or its last measured one. */
export async function runSelection(
  pool: Pool,
  projectId: string,
  { run, iteration }: { run: number; iteration: number | null },
): Promise<Selection | null> {
  return await one(
    pool,
    `SELECT 'run #' || r.number || ', iteration ' || s.iteration AS label, '/runs/' || r.number || '?iteration=' || s.iteration AS href,
       ARRAY[s.id] AS sets, round(extract(epoch FROM s.measured_at) * 1000)::float8 AS at, s.branch
     FROM run r JOIN result_set s ON s.run_id = r.id AND s.latest
     WHERE r.project_id = $1 AND r.number = $2 AND ($3::int IS NULL OR s.iteration = $3) ORDER BY s.iteration DESC LIMIT 1`,
    [projectId, run, iteration],
  );
}

async function one(pool: Pool, sql: string, values: unknown[]): Promise<Selection | null> {
  const { rows } = await pool.query<Found>(sql, values);
  const [found] = rows;
  return found === undefined || found.sets === null || found.sets.length === 0 ? null : found;
}

/** Every test of these measurements, with what it came to in each; under the name that it goes by now. */
export async function measuredTests(pool: Pool, sets: readonly string[]): Promise<MeasuredTest[]> {
  const { rows } = await pool.query<MeasuredTest>({
    name: 'measured-tests',
    text: `SELECT t.id, t.key, t.suite, t.name, r.outcome, CASE WHEN r.outcome IN ('failed', 'error') THEN left(r.message, 500) END AS message
      FROM test_result r JOIN test_identity n ON n.id = r.test_id JOIN test_identity t ON t.id = coalesce(n.same_as, n.id)
      WHERE r.result_set_id = ANY($1) AND r.outcome IS NOT NULL`,
    values: [sets],
  });
  return rows;
}
