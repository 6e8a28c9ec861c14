-- Reports on tests can be narrowed down to a branch and a type of board, so their roll-up knows both. What retention had removed
-- before was kept without them: it counts where nothing is narrowed down.
ALTER TABLE "report_tests" ADD COLUMN "branch" TEXT NOT NULL DEFAULT '', ADD COLUMN "board_type" TEXT NOT NULL DEFAULT '';
ALTER TABLE "report_tests" ALTER COLUMN "branch" DROP DEFAULT, ALTER COLUMN "board_type" DROP DEFAULT;
ALTER TABLE "report_tests" DROP CONSTRAINT "report_tests_pkey",
  ADD CONSTRAINT "report_tests_pkey" PRIMARY KEY ("project_id", "day", "kept", "test_id", "branch", "environment", "board_type");

CREATE OR REPLACE FUNCTION report_tests_of(p_project uuid, p_week date) RETURNS SETOF report_tests LANGUAGE sql STABLE AS $$
  SELECT p_project, p_week, false, r.test_id, s.environment, count(*), count(*) FILTER (WHERE r.outcome = 'flaky'),
    count(*) FILTER (WHERE r.outcome IN ('failed', 'error')), count(r.duration_ms), coalesce(sum(r.duration_ms), 0), coalesce(max(r.duration_ms), 0),
    s.branch, s.board_type
  FROM report_placed s JOIN test_result r ON r.result_set_id = s.id AND r.outcome IN ('passed', 'flaky', 'failed', 'error')
  WHERE s.project_id = p_project AND s.at >= day_begins(p_week) AND s.at < day_begins(p_week + 7)
  GROUP BY r.test_id, s.branch, s.environment, s.board_type
$$;

CREATE OR REPLACE FUNCTION remove_measurements(p_sets uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_results AS k
  SELECT m.project_id, report_day(m.at), true, m.branch, m.environment, m.board_type, m.source, count(*), sum(m.passed)::bigint, sum(m.flaky)::bigint,
    sum(m.failed)::bigint, sum(m.errors)::bigint, sum(m.skipped)::bigint, sum(m.not_run)::bigint, sum(m.infra)::bigint
  FROM report_measured m WHERE m.id = ANY (p_sets) GROUP BY 1, 2, 4, 5, 6, 7
  ON CONFLICT (project_id, day, kept, branch, environment, board_type, source) DO UPDATE SET measurements = k.measurements + excluded.measurements,
    passed = k.passed + excluded.passed, flaky = k.flaky + excluded.flaky, failed = k.failed + excluded.failed, errors = k.errors + excluded.errors,
    skipped = k.skipped + excluded.skipped, not_run = k.not_run + excluded.not_run, infra = k.infra + excluded.infra;
  INSERT INTO report_tests AS k
  SELECT s.project_id, week_of(report_day(s.at)), true, r.test_id, s.environment, count(*), count(*) FILTER (WHERE r.outcome = 'flaky'),
    count(*) FILTER (WHERE r.outcome IN ('failed', 'error')), count(r.duration_ms), coalesce(sum(r.duration_ms), 0), coalesce(max(r.duration_ms), 0),
    s.branch, s.board_type
  FROM report_placed s JOIN test_result r ON r.result_set_id = s.id AND r.outcome IN ('passed', 'flaky', 'failed', 'error')
  WHERE s.id = ANY (p_sets) GROUP BY 1, 2, 4, 5, 12, 13
  ON CONFLICT (project_id, day, kept, test_id, branch, environment, board_type) DO UPDATE SET measured = k.measured + excluded.measured, flaky = k.flaky + excluded.flaky,
    failed = k.failed + excluded.failed, timed = k.timed + excluded.timed, ms = k.ms + excluded.ms, longest_ms = greatest(k.longest_ms, excluded.longest_ms);
  DELETE FROM result_set WHERE id = ANY (p_sets);
END $$;

-- Rolled up anew, since what there is knows neither.
DELETE FROM "report_tests" WHERE NOT "kept";
INSERT INTO "report_change" ("what", "project_id", "day") SELECT DISTINCT 'results', project_id, report_day(measured_at) FROM result_set;
