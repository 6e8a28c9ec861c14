/** So many of a project's newest measurements are what pages call "lately": a bound that a long history does not move. */
export const recentSets = 300;

/** SQL: the newest measurements of project $1 that count, on branch $2 unless that is null. */
export const recentSetsSql = `SELECT s.id, s.measured_at, s.run_id, s.iteration, s.import_id FROM result_set s
  WHERE s.project_id = $1 AND s.latest AND ($2::text IS NULL OR s.branch = $2) ORDER BY s.measured_at DESC LIMIT ${recentSets}`;
