-- After how many days what goes; a kind without a row stays for ever. Events, transitions, the audit log and the history of boards
-- are no kinds: they are only ever added to.
CREATE TABLE "retention_rule" (
    "kind" TEXT NOT NULL,
    "days" INTEGER NOT NULL,
    "set_by" TEXT NOT NULL,
    "set_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "retention_rule_pkey" PRIMARY KEY ("kind"),
    CONSTRAINT "retention_rule_kind" CHECK ("kind" IN ('logs', 'files', 'patches', 'bundles', 'imports', 'results')),
    CONSTRAINT "retention_rule_days" CHECK ("days" BETWEEN 1 AND 36500)
);

-- Runs of which nothing goes.
CREATE TABLE "run_pin" (
    "run_id" UUID NOT NULL,
    "pinned_by" TEXT NOT NULL,
    "why" TEXT NOT NULL DEFAULT '',
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "run_pin_pkey" PRIMARY KEY ("run_id"),
    CONSTRAINT "run_pin_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- What went, each time that something was looked for.
CREATE TABLE "retention_round" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "made_by" TEXT NOT NULL,
    "removed" JSONB NOT NULL,

    CONSTRAINT "retention_round_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "retention_round_at_idx" ON "retention_round"("at" DESC);

CREATE FUNCTION audit_retention_rule() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit(coalesce(NEW.set_by, OLD.set_by), CASE WHEN TG_OP = 'DELETE' THEN 'retention.end' ELSE 'retention.set' END, 'retention', coalesce(NEW.kind, OLD.kind),
    NULL, CASE WHEN TG_OP <> 'INSERT' THEN jsonb_build_object('days', OLD.days) END, CASE WHEN TG_OP = 'DELETE' THEN '{}' ELSE jsonb_build_object('days', NEW.days) END);
  RETURN NULL;
END $$;
CREATE TRIGGER "retention_rule_audit" AFTER INSERT OR UPDATE OR DELETE ON "retention_rule" FOR EACH ROW EXECUTE FUNCTION audit_retention_rule();

CREATE FUNCTION audit_run_pin() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE v_pin run_pin%ROWTYPE := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  PERFORM note_audit(v_pin.pinned_by, CASE WHEN TG_OP = 'DELETE' THEN 'run.unpin' ELSE 'run.pin' END, 'run', v_pin.run_id::text,
    (SELECT project_id FROM run WHERE id = v_pin.run_id), NULL, jsonb_build_object('why', v_pin.why));
  RETURN NULL;
END $$;
CREATE TRIGGER "run_pin_audit" AFTER INSERT OR DELETE ON "run_pin" FOR EACH ROW EXECUTE FUNCTION audit_run_pin();

CREATE FUNCTION audit_retention_round() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit(NEW.made_by, 'retention.apply', 'retention', NEW.id::text, NULL, NULL, NEW.removed);
  RETURN NULL;
END $$;
CREATE TRIGGER "retention_round_audit" AFTER INSERT ON "retention_round" FOR EACH ROW WHEN (NEW.removed <> '{}') EXECUTE FUNCTION audit_retention_round();

-- Runs that may lose things after so many days: over, wrapped up, not pinned, and no run that goes on was forked from them.
CREATE FUNCTION runs_to_thin(p_days int) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
  SELECT r.id FROM run r WHERE r.finished_at < now() - make_interval(days => p_days) AND r.finalised_at IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM run_pin p WHERE p.run_id = r.id)
    AND NOT EXISTS (
      WITH RECURSIVE line AS (
        SELECT f.id, f.finished_at FROM run f WHERE f.forked_from_id = r.id
        UNION ALL SELECT f.id, f.finished_at FROM run f JOIN line ON f.forked_from_id = line.id)
      SELECT 1 FROM line WHERE finished_at IS NULL)
$$;
CREATE INDEX "run_forked_from_id_idx" ON "run"("forked_from_id") WHERE "forked_from_id" IS NOT NULL;

-- Removes measurements; what they add to reports is kept. In one transaction, so that a report never sees them twice or not at all.
CREATE FUNCTION remove_measurements(p_sets uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_results AS k
  SELECT m.project_id, report_day(m.at), true, m.branch, m.environment, m.board_type, m.source, count(*), sum(m.passed)::bigint, sum(m.flaky)::bigint,
    sum(m.failed)::bigint, sum(m.errors)::bigint, sum(m.skipped)::bigint, sum(m.not_run)::bigint, sum(m.infra)::bigint
  FROM report_measured m WHERE m.id = ANY (p_sets) GROUP BY 1, 2, 4, 5, 6, 7
  ON CONFLICT (project_id, day, kept, branch, environment, board_type, source) DO UPDATE SET measurements = k.measurements + excluded.measurements,
    passed = k.passed + excluded.passed, flaky = k.flaky + excluded.flaky, failed = k.failed + excluded.failed, errors = k.errors + excluded.errors,
    skipped = k.skipped + excluded.skipped, not_run = k.not_run + excluded.not_run, infra = k.infra + excluded.infra;
  INSERT INTO report_tests AS k
  SELECT s.project_id, week_of(report_day(s.measured_at)), true, r.test_id, coalesce(s.environment, ''), count(*), count(*) FILTER (WHERE r.outcome = 'flaky'),
    count(*) FILTER (WHERE r.outcome IN ('failed', 'error')), count(r.duration_ms), coalesce(sum(r.duration_ms), 0), coalesce(max(r.duration_ms), 0)
  FROM result_set s JOIN test_result r ON r.result_set_id = s.id AND r.outcome IN ('passed', 'flaky', 'failed', 'error')
  WHERE s.latest AND s.id = ANY (p_sets) GROUP BY 1, 2, 4, 5
  ON CONFLICT (project_id, day, kept, test_id, environment) DO UPDATE SET measured = k.measured + excluded.measured, flaky = k.flaky + excluded.flaky,
    failed = k.failed + excluded.failed, timed = k.timed + excluded.timed, ms = k.ms + excluded.ms, longest_ms = greatest(k.longest_ms, excluded.longest_ms);
  DELETE FROM result_set WHERE id = ANY (p_sets);
END $$;

-- Removes an import with its files and measurements; gives the blobs that its files named.
CREATE FUNCTION remove_import(p_import uuid) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE v_sets uuid[] := ARRAY(SELECT id FROM result_set WHERE import_id = p_import);
BEGIN
  RETURN QUERY DELETE FROM import_file WHERE import_id = p_import RETURNING blob;
  PERFORM remove_measurements(v_sets);
  DELETE FROM result_import WHERE id = p_import;
END $$;

-- Settings are people's: a runner reads those that it works by and changes none.
CREATE OR REPLACE FUNCTION tables_read_by_runners() RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY['channel', 'notice_rule', 'wait_policy', 'criteria_preset', 'model_key', 'report_setting', 'retention_rule', 'run_pin']
$$;
