/** So many of a project's newest builds and iterations are what pages call "lately": a bound that a long history does not move. */
export const recentMeasurements = 100;

/** The files of a build are measurements of their own: of so many the newest builds are made up at most. */
const mostSets = 2_000;

const newestSql = (where: string) =>
  `(SELECT id, measured_at, import_id FROM result_set WHERE project_id = $1 AND latest AND ${where} ORDER BY measured_at DESC LIMIT ${mostSets})`;

/**
 * SQL: the measurements of the newest builds and iterations of project $1 that count, on branch $2 unless that is null. Both
 * cases are written out, since each has an index that the other cannot use; one of them is never read.
 */
export const recentSetsSql = `SELECT id, measured_at, place FROM (
    SELECT s.id, s.measured_at, dense_rank() OVER (ORDER BY s.measured_at DESC, coalesce(s.import_id, s.id)) AS place
    FROM (${newestSql('$2::text IS NULL')} UNION ALL ${newestSql('branch = $2')}) s) s
  WHERE place <= ${recentMeasurements}`;

/**
 * SQL: the results in `sets` that were no clean pass. Each measurement is asked for itself (OFFSET keeps the planner from
 * reading all failures there ever were): so a long history costs nothing.
 */
export const uncleanSql = `sets, LATERAL (SELECT * FROM test_result r
  WHERE r.result_set_id = sets.id AND r.outcome IN ('flaky', 'failed', 'error') OFFSET 0) r`;
