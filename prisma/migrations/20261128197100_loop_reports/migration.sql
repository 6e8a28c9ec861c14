-- A whole number as text; null for any other text.
CREATE FUNCTION whole_number(p_text text) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT CASE WHEN p_text ~ '^\d{1,9}$' THEN p_text::int END $$;

-- Runs that count: those that have ended, on the day that they ended. What a fork shares with the run that it comes from counts
-- for that run alone.
CREATE INDEX "run_project_id_finished_at_idx" ON "run"("project_id", "finished_at") WHERE "finished_at" IS NOT NULL;
CREATE VIEW "report_ended" AS
SELECT r.id AS run_id, r.number, r.title, r.project_id, r.finished_at AS at, r.forked_from_seq, r.machine, r.outcome,
  coalesce(r.input->>'ref', '') AS branch, coalesce(r.input->>'environment', '') AS environment,
  coalesce((SELECT b.type FROM reservation v JOIN reservation_board w ON w.reservation_id = v.id JOIN board b ON b.id = w.board_id
    WHERE v.run_id = r.id ORDER BY w.starts_at, b.name LIMIT 1), '') AS board_type,
  greatest(0, r.iteration - CASE WHEN r.forked_from_seq IS NULL THEN 0 ELSE (SELECT count(*) FROM record i
    WHERE i.run_id = r.id AND i.kind = 'iteration' AND i.key <> '0' AND i.event_seq <= r.forked_from_seq) END)::int AS iterations,
  round(extract(epoch FROM r.finished_at - r.created_at) * 1000)::bigint AS ms
FROM run r WHERE r.finished_at IS NOT NULL AND r.outcome IS NOT NULL;

-- `minutes` is the beginning of a class: below 1, from 1, from 2, from 4 and so on.
CREATE TABLE "report_runs" (
    "project_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "branch" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "board_type" TEXT NOT NULL,
    "machine" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "iterations" INTEGER NOT NULL,
    "minutes" INTEGER NOT NULL,
    "runs" BIGINT NOT NULL,
    "ms" BIGINT NOT NULL,

    CONSTRAINT "report_runs_pkey" PRIMARY KEY ("project_id", "day", "branch", "environment", "board_type", "machine", "outcome", "iterations", "minutes"),
    CONSTRAINT "report_runs_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "report_runs_day_idx" ON "report_runs"("day");
CREATE FUNCTION minutes_class(p_ms bigint) RETURNS int LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_ms < 60000 THEN 0 ELSE (2 ^ floor(log(2, trunc(p_ms / 60000.0))))::int END
$$;
CREATE FUNCTION report_runs_of(p_project uuid, p_day date) RETURNS SETOF report_runs LANGUAGE sql STABLE AS $$
  SELECT e.project_id, p_day, e.branch, e.environment, e.board_type, e.machine, e.outcome, e.iterations, minutes_class(e.ms), count(*), sum(e.ms)::bigint
  FROM report_ended e WHERE e.project_id = p_project AND e.at >= day_begins(p_day) AND e.at < day_begins(p_day + 1)
  GROUP BY e.project_id, e.branch, e.environment, e.board_type, e.machine, e.outcome, e.iterations, minutes_class(e.ms)
$$;

-- How often and how long a run was in each of its outer states.
CREATE VIEW "report_stayed" AS
SELECT e.*, s.state, s.visits, s.in_state FROM report_ended e CROSS JOIN LATERAL (
  SELECT split_part(t.from_state, '.', 1) AS state, count(*) FILTER (WHERE split_part(t.to_state, '.', 1) <> split_part(t.from_state, '.', 1)) AS visits,
    sum(t.ms_in_from)::bigint AS in_state
  FROM transition t WHERE t.run_id = e.run_id AND t.event_seq > coalesce(e.forked_from_seq, -1) AND t.from_state <> '' GROUP BY 1) s;
CREATE TABLE "report_states" (
    "project_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "branch" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "board_type" TEXT NOT NULL,
    "machine" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "visits" BIGINT NOT NULL,
    "ms" BIGINT NOT NULL,

    CONSTRAINT "report_states_pkey" PRIMARY KEY ("project_id", "day", "branch", "environment", "board_type", "machine", "state"),
    CONSTRAINT "report_states_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "report_states_day_idx" ON "report_states"("day");
CREATE FUNCTION report_states_of(p_project uuid, p_day date) RETURNS SETOF report_states LANGUAGE sql STABLE AS $$
  SELECT e.project_id, p_day, e.branch, e.environment, e.board_type, e.machine, e.state, sum(e.visits)::bigint, sum(e.in_state)::bigint
  FROM report_stayed e WHERE e.project_id = p_project AND e.at >= day_begins(p_day) AND e.at < day_begins(p_day + 1)
  GROUP BY e.project_id, e.branch, e.environment, e.board_type, e.machine, e.state
$$;

-- Iterations that tried a patch, with what they changed and cost. Lines that a patch adds and removes are counted.
CREATE VIEW "report_tried" AS
SELECT e.*, l.iteration, coalesce(l.agent, '') AS agent, coalesce(l.strategy, '') AS strategy, l.helped, greatest(coalesce(l.gain, 0), 0) AS gained,
  coalesce(whole_number(i.data->>'regressions'), 0) AS regressions,
  (SELECT count(*) FROM string_to_table(l.diff, E'\n') line WHERE line ~ '^[+-]' AND line !~ '^(\+\+\+|---)( |$)')::int AS lines,
  l.tokens, l.money, l.duration_ms
FROM report_ended e JOIN lesson l ON l.run_id = e.run_id AND l.kind = 'iteration'
JOIN record i ON i.run_id = e.run_id AND i.kind = 'iteration' AND i.key = l.iteration::text
WHERE i.event_seq > coalesce(e.forked_from_seq, -1);
CREATE TABLE "report_agents" (
    "project_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "branch" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "board_type" TEXT NOT NULL,
    "agent" TEXT NOT NULL,
    "strategy" TEXT NOT NULL,
    "patches" BIGINT NOT NULL,
    "helped" BIGINT NOT NULL,
    "gained" BIGINT NOT NULL,
    "regressions" BIGINT NOT NULL,
    "lines" BIGINT NOT NULL,
    "tokens" BIGINT NOT NULL,
    "money" DOUBLE PRECISION NOT NULL,
    "unpriced" BIGINT NOT NULL,
    "ms" BIGINT NOT NULL,

    CONSTRAINT "report_agents_pkey" PRIMARY KEY ("project_id", "day", "branch", "environment", "board_type", "agent", "strategy"),
    CONSTRAINT "report_agents_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "report_agents_day_idx" ON "report_agents"("day");
CREATE FUNCTION report_agents_of(p_project uuid, p_day date) RETURNS SETOF report_agents LANGUAGE sql STABLE AS $$
  SELECT e.project_id, p_day, e.branch, e.environment, e.board_type, e.agent, e.strategy, count(*), count(*) FILTER (WHERE e.helped), sum(e.gained)::bigint,
    sum(e.regressions)::bigint, sum(e.lines)::bigint, coalesce(sum(e.tokens), 0)::bigint, coalesce(sum(e.money), 0), count(*) FILTER (WHERE e.money IS NULL),
    coalesce(sum(e.duration_ms), 0)::bigint
  FROM report_tried e WHERE e.project_id = p_project AND e.at >= day_begins(p_day) AND e.at < day_begins(p_day + 1)
  GROUP BY e.project_id, e.branch, e.environment, e.board_type, e.agent, e.strategy
$$;

-- Troubles that a loop tried to recover from: each entry into ERROR_RECOVERY from outside. The step after it names the cause; it
-- has recovered when it goes on anywhere but to its end.
CREATE VIEW "report_troubled" AS
SELECT e.*, t.seq, split_part(t.from_state, '.', 1) AS in_state, coalesce(substring(p.reason FROM '^([A-Z][A-Z_]+) in '), 'OTHER') AS cause,
  coalesce(split_part(o.to_state, '.', 1) NOT IN ('FAILURE', 'ABORTED'), false) AS recovered
FROM report_ended e JOIN transition t ON t.run_id = e.run_id AND t.event_seq > coalesce(e.forked_from_seq, -1)
  AND t.to_state LIKE 'ERROR\_RECOVERY%' AND t.from_state NOT LIKE 'ERROR\_RECOVERY%'
LEFT JOIN transition p ON p.run_id = e.run_id AND p.seq = t.seq + 1
LEFT JOIN LATERAL (SELECT x.to_state FROM transition x WHERE x.run_id = e.run_id AND x.seq > t.seq
  AND x.from_state LIKE 'ERROR\_RECOVERY%' AND x.to_state NOT LIKE 'ERROR\_RECOVERY%' ORDER BY x.seq LIMIT 1) o ON true;
CREATE TABLE "report_recoveries" (
    "project_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "branch" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "board_type" TEXT NOT NULL,
    "cause" TEXT NOT NULL,
    "in_state" TEXT NOT NULL,
    "troubles" BIGINT NOT NULL,
    "recovered" BIGINT NOT NULL,

    CONSTRAINT "report_recoveries_pkey" PRIMARY KEY ("project_id", "day", "branch", "environment", "board_type", "cause", "in_state"),
    CONSTRAINT "report_recoveries_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "report_recoveries_day_idx" ON "report_recoveries"("day");
CREATE FUNCTION report_recoveries_of(p_project uuid, p_day date) RETURNS SETOF report_recoveries LANGUAGE sql STABLE AS $$
  SELECT e.project_id, p_day, e.branch, e.environment, e.board_type, e.cause, e.in_state, count(*), count(*) FILTER (WHERE e.recovered)
  FROM report_troubled e WHERE e.project_id = p_project AND e.at >= day_begins(p_day) AND e.at < day_begins(p_day + 1)
  GROUP BY e.project_id, e.branch, e.environment, e.board_type, e.cause, e.in_state
$$;

-- Iterations judged PLATEAUED, what came next (a review's verdict by its event, another strategy, or the run's end), and whether
-- more tests of the goal passed at any time after than at any time before.
CREATE VIEW "report_stalled" AS
SELECT e.*, whole_number(i.key) AS iteration, coalesce(v.event_type, split_part(o.to_state, '.', 1), 'OTHER') AS ended_by,
  coalesce((SELECT max(whole_number(n.data->'goal'->>'passed')) FROM record n WHERE n.run_id = e.run_id AND n.kind = 'iteration' AND whole_number(n.key) > whole_number(i.key))
    > (SELECT max(whole_number(b.data->'goal'->>'passed')) FROM record b WHERE b.run_id = e.run_id AND b.kind = 'iteration' AND whole_number(b.key) <= whole_number(i.key)), false) AS improved
FROM report_ended e JOIN record i ON i.run_id = e.run_id AND i.kind = 'iteration' AND i.event_seq > coalesce(e.forked_from_seq, -1)
  AND i.data->'judgement'->>'verdict' = 'PLATEAUED'
LEFT JOIN LATERAL (SELECT x.seq, x.to_state FROM transition x WHERE x.run_id = e.run_id AND x.iteration = whole_number(i.key)
  AND x.from_state LIKE 'CONVERGENCE\_CHECK%' AND x.to_state NOT LIKE 'CONVERGENCE\_CHECK%' ORDER BY x.seq DESC LIMIT 1) o ON true
LEFT JOIN LATERAL (SELECT y.event_type FROM transition y WHERE o.to_state LIKE 'HUMAN\_REVIEW%' AND y.run_id = e.run_id AND y.seq > o.seq
  AND y.from_state LIKE 'HUMAN\_REVIEW%' ORDER BY y.seq LIMIT 1) v ON true;
CREATE TABLE "report_plateaus" (
    "project_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "branch" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "board_type" TEXT NOT NULL,
    "ended_by" TEXT NOT NULL,
    "plateaus" BIGINT NOT NULL,
    "improved" BIGINT NOT NULL,

    CONSTRAINT "report_plateaus_pkey" PRIMARY KEY ("project_id", "day", "branch", "environment", "board_type", "ended_by"),
    CONSTRAINT "report_plateaus_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "report_plateaus_day_idx" ON "report_plateaus"("day");
CREATE FUNCTION report_plateaus_of(p_project uuid, p_day date) RETURNS SETOF report_plateaus LANGUAGE sql STABLE AS $$
  SELECT e.project_id, p_day, e.branch, e.environment, e.board_type, e.ended_by, count(*), count(*) FILTER (WHERE e.improved)
  FROM report_stalled e WHERE e.project_id = p_project AND e.at >= day_begins(p_day) AND e.at < day_begins(p_day + 1)
  GROUP BY e.project_id, e.branch, e.environment, e.board_type, e.ended_by
$$;

CREATE FUNCTION note_run_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_change (what, project_id, day)
  SELECT 'runs', NEW.project_id, report_day(at) FROM unnest(ARRAY[OLD.finished_at, NEW.finished_at]) at WHERE at IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER "run_ended_change" AFTER UPDATE ON "run" FOR EACH ROW
  WHEN (OLD.finished_at IS DISTINCT FROM NEW.finished_at OR OLD.outcome IS DISTINCT FROM NEW.outcome) EXECUTE FUNCTION note_run_change();
CREATE TRIGGER "run_came_ended_change" AFTER INSERT ON "run" FOR EACH ROW WHEN (NEW.finished_at IS NOT NULL) EXECUTE FUNCTION note_run_change();
CREATE FUNCTION note_lesson_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_change (what, project_id, day)
  SELECT DISTINCT 'runs', r.project_id, report_day(r.finished_at) FROM run r JOIN written w ON w.run_id = r.id WHERE r.finished_at IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER "lesson_change" AFTER INSERT ON "lesson" REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION note_lesson_change();
INSERT INTO "report_change" ("what", "project_id", "day")
SELECT DISTINCT 'runs', project_id, report_day(finished_at) FROM run WHERE finished_at IS NOT NULL;

-- Rolls up days of which something has changed, the newest first, at most so many; gives how many there were. What changes
-- meanwhile has a note of its own, written with it, and is rolled up the next time. One at a time in the whole stack.
CREATE FUNCTION refresh_reports(p_most int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  v_days report_change[];
  v_one record;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('firmloop reports')) THEN RETURN 0; END IF;
  WITH chosen AS (SELECT what, project_id, day FROM report_change GROUP BY 1, 2, 3 ORDER BY day DESC LIMIT p_most),
    gone AS (DELETE FROM report_change c USING chosen n WHERE (c.what, c.project_id, c.day) = (n.what, n.project_id, n.day) RETURNING c.*)
  SELECT array_agg(gone) INTO v_days FROM gone;
  FOR v_one IN SELECT DISTINCT project_id, day FROM unnest(v_days) WHERE what = 'results' LOOP
    DELETE FROM report_results WHERE project_id = v_one.project_id AND day = v_one.day AND NOT kept;
    INSERT INTO report_results SELECT * FROM report_results_of(v_one.project_id, v_one.day);
  END LOOP;
  FOR v_one IN SELECT DISTINCT project_id, week_of(day) AS week FROM unnest(v_days) WHERE what = 'results' LOOP
    DELETE FROM report_tests WHERE project_id = v_one.project_id AND day = v_one.week AND NOT kept;
    INSERT INTO report_tests SELECT * FROM report_tests_of(v_one.project_id, v_one.week);
  END LOOP;
  FOR v_one IN SELECT DISTINCT project_id, day FROM unnest(v_days) WHERE what = 'runs' LOOP
    DELETE FROM report_runs WHERE project_id = v_one.project_id AND day = v_one.day;
    INSERT INTO report_runs SELECT * FROM report_runs_of(v_one.project_id, v_one.day);
    DELETE FROM report_states WHERE project_id = v_one.project_id AND day = v_one.day;
    INSERT INTO report_states SELECT * FROM report_states_of(v_one.project_id, v_one.day);
    DELETE FROM report_agents WHERE project_id = v_one.project_id AND day = v_one.day;
    INSERT INTO report_agents SELECT * FROM report_agents_of(v_one.project_id, v_one.day);
    DELETE FROM report_recoveries WHERE project_id = v_one.project_id AND day = v_one.day;
    INSERT INTO report_recoveries SELECT * FROM report_recoveries_of(v_one.project_id, v_one.day);
    DELETE FROM report_plateaus WHERE project_id = v_one.project_id AND day = v_one.day;
    INSERT INTO report_plateaus SELECT * FROM report_plateaus_of(v_one.project_id, v_one.day);
  END LOOP;
  RETURN (SELECT count(*) FROM (SELECT DISTINCT what, project_id, day FROM unnest(v_days)) d);
END $$;

-- In another zone days are other days: everything is rolled up anew. What retention has removed stays on the day that it had.
CREATE FUNCTION change_report_zone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit(NEW.changed_by, 'report.zone', 'report', 'zone', NULL, jsonb_build_object('zone', coalesce(OLD.zone, 'UTC')), jsonb_build_object('zone', NEW.zone));
  DELETE FROM report_results WHERE NOT kept;
  DELETE FROM report_tests WHERE NOT kept;
  DELETE FROM report_runs;
  DELETE FROM report_states;
  DELETE FROM report_agents;
  DELETE FROM report_recoveries;
  DELETE FROM report_plateaus;
  DELETE FROM report_change;
  INSERT INTO report_change (what, project_id, day) SELECT DISTINCT 'results', project_id, report_day(measured_at) FROM result_set;
  INSERT INTO report_change (what, project_id, day) SELECT DISTINCT 'runs', project_id, report_day(finished_at) FROM run WHERE finished_at IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER "report_zone_set" AFTER INSERT ON "report_setting" FOR EACH ROW EXECUTE FUNCTION change_report_zone();
CREATE TRIGGER "report_zone_change" AFTER UPDATE OF "zone" ON "report_setting" FOR EACH ROW WHEN (OLD.zone <> NEW.zone) EXECUTE FUNCTION change_report_zone();
