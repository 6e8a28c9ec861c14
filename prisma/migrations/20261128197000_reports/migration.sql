-- Days and weeks of reports are those of one zone, which everybody's numbers share: UTC where no other was chosen.
CREATE TABLE "report_setting" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "zone" TEXT NOT NULL,
    "changed_by" TEXT NOT NULL,

    CONSTRAINT "report_setting_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "report_setting_one" CHECK ("id"),
    CONSTRAINT "report_setting_zone" CHECK ((TIMESTAMP '2000-01-01' AT TIME ZONE "zone") IS NOT NULL)
);

CREATE FUNCTION report_zone() RETURNS text LANGUAGE sql STABLE AS $$ SELECT coalesce((SELECT zone FROM report_setting), 'UTC') $$;
CREATE FUNCTION report_day(p_at timestamptz) RETURNS date LANGUAGE sql STABLE AS $$ SELECT (p_at AT TIME ZONE report_zone())::date $$;
-- When a day begins. One that is 23 or 25 hours long ends where the next one begins.
CREATE FUNCTION day_begins(p_day date) RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT p_day::timestamp AT TIME ZONE report_zone() $$;
CREATE FUNCTION week_of(p_day date) RETURNS date LANGUAGE sql IMMUTABLE AS $$ SELECT date_trunc('week', p_day::timestamp)::date $$;

-- Days of which something has changed since they were rolled up. Rows are only added, so that writers never wait for each
-- other; a reader counts these days anew, so that a report is right at any moment.
CREATE TABLE "report_change" (
    "id" BIGSERIAL NOT NULL,
    "what" TEXT NOT NULL,
    "project_id" UUID NOT NULL,
    "day" DATE NOT NULL,

    CONSTRAINT "report_change_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "report_change_what" CHECK ("what" IN ('results', 'runs')),
    CONSTRAINT "report_change_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "report_change_what_day_project_id_idx" ON "report_change"("what", "day", "project_id");

-- Measurements that count: the newest of each iteration, and each import once. What all attempts at a test came to counts once.
CREATE VIEW "report_measured" AS
SELECT s.id, s.project_id, s.measured_at AS at, coalesce(s.branch, '') AS branch, coalesce(s.environment, '') AS environment,
  coalesce((SELECT b.type FROM board b WHERE b.name = s.board), s.board, '') AS board_type,
  CASE WHEN s.run_id IS NULL THEN 'build' ELSE 'loop' END AS source, s.run_id, s.iteration, s.import_id, t.*
FROM result_set s CROSS JOIN LATERAL (
  SELECT count(*) FILTER (WHERE r.outcome = 'passed') AS passed, count(*) FILTER (WHERE r.outcome = 'flaky') AS flaky,
    count(*) FILTER (WHERE r.outcome = 'failed') AS failed, count(*) FILTER (WHERE r.outcome = 'error') AS errors,
    count(*) FILTER (WHERE r.outcome = 'skipped') AS skipped, count(*) FILTER (WHERE r.outcome = 'not_run') AS not_run,
    count(*) FILTER (WHERE r.outcome = 'infra') AS infra
  FROM test_result r WHERE r.result_set_id = s.id AND r.outcome IS NOT NULL) t
WHERE s.latest;

-- `kept` rows hold what measurements said that retention has removed since; all others are counted from rows that are there.
CREATE TABLE "report_results" (
    "project_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "kept" BOOLEAN NOT NULL,
    "branch" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "board_type" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "measurements" BIGINT NOT NULL,
    "passed" BIGINT NOT NULL,
    "flaky" BIGINT NOT NULL,
    "failed" BIGINT NOT NULL,
    "errors" BIGINT NOT NULL,
    "skipped" BIGINT NOT NULL,
    "not_run" BIGINT NOT NULL,
    "infra" BIGINT NOT NULL,

    CONSTRAINT "report_results_pkey" PRIMARY KEY ("project_id", "day", "kept", "branch", "environment", "board_type", "source"),
    CONSTRAINT "report_results_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "report_results_day_idx" ON "report_results"("day");

CREATE FUNCTION report_results_of(p_project uuid, p_day date) RETURNS SETOF report_results LANGUAGE sql STABLE AS $$
  SELECT m.project_id, p_day, false, m.branch, m.environment, m.board_type, m.source, count(*), sum(m.passed)::bigint, sum(m.flaky)::bigint,
    sum(m.failed)::bigint, sum(m.errors)::bigint, sum(m.skipped)::bigint, sum(m.not_run)::bigint, sum(m.infra)::bigint
  FROM report_measured m WHERE m.project_id = p_project AND m.at >= day_begins(p_day) AND m.at < day_begins(p_day + 1)
  GROUP BY m.project_id, m.branch, m.environment, m.board_type, m.source
$$;

-- What each test came to and how long its last attempt took, by week: by day this would be nearly as long as the results.
CREATE TABLE "report_tests" (
    "project_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "kept" BOOLEAN NOT NULL,
    "test_id" UUID NOT NULL,
    "environment" TEXT NOT NULL,
    "measured" BIGINT NOT NULL,
    "flaky" BIGINT NOT NULL,
    "failed" BIGINT NOT NULL,
    "timed" BIGINT NOT NULL,
    "ms" DOUBLE PRECISION NOT NULL,
    "longest_ms" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "report_tests_pkey" PRIMARY KEY ("project_id", "day", "kept", "test_id", "environment"),
    CONSTRAINT "report_tests_week" CHECK ("day" = week_of("day")),
    CONSTRAINT "report_tests_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "report_tests_test_id_fkey" FOREIGN KEY ("test_id") REFERENCES "test_identity"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "report_tests_test_id_idx" ON "report_tests"("test_id");

CREATE FUNCTION report_tests_of(p_project uuid, p_week date) RETURNS SETOF report_tests LANGUAGE sql STABLE AS $$
  SELECT s.project_id, p_week, false, r.test_id, coalesce(s.environment, ''), count(*), count(*) FILTER (WHERE r.outcome = 'flaky'),
    count(*) FILTER (WHERE r.outcome IN ('failed', 'error')), count(r.duration_ms), coalesce(sum(r.duration_ms), 0), coalesce(max(r.duration_ms), 0)
  FROM result_set s JOIN test_result r ON r.result_set_id = s.id AND r.outcome IN ('passed', 'flaky', 'failed', 'error')
  WHERE s.latest AND s.project_id = p_project AND s.measured_at >= day_begins(p_week) AND s.measured_at < day_begins(p_week + 7)
  GROUP BY s.project_id, r.test_id, coalesce(s.environment, '')
$$;

CREATE FUNCTION note_result_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO report_change (what, project_id, day) VALUES ('results', OLD.project_id, report_day(OLD.measured_at));
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO report_change (what, project_id, day) VALUES ('results', NEW.project_id, report_day(NEW.measured_at));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "result_set_change" AFTER INSERT OR DELETE OR UPDATE OF "latest", "measured_at", "project_id", "branch", "environment", "board" ON "result_set"
  FOR EACH ROW EXECUTE FUNCTION note_result_change();
INSERT INTO "report_change" ("what", "project_id", "day") SELECT DISTINCT 'results', project_id, report_day(measured_at) FROM result_set;
