-- Steps of many runs in one transaction: what a statement costs before it touches a row is paid once for all of them.
DROP FUNCTION apply_step(uuid, int, jsonb);
DROP FUNCTION write_step(uuid, int, jsonb);
DROP AGGREGATE merge_objects(jsonb);

-- Hands what is held back to pg-boss, where nothing holds it back any more. Answers the notifications to send after the
-- commit: one inside a transaction takes a lock of the whole server until the commit is on disk.
CREATE FUNCTION queue_held(p_runs uuid[]) RETURNS jsonb LANGUAGE sql AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_array(job_channel(), queue)) FILTER (WHERE queue IS NOT NULL), '[]') FROM (
    SELECT queue_activity(a.id) AS queue FROM activity a JOIN run r ON r.id = a.run_id
    WHERE a.run_id = ANY(p_runs) AND a.status = 'held' AND r.status NOT IN ('paused', 'stopping', 'finished')
      AND NOT EXISTS (SELECT 1 FROM activity c WHERE c.run_id = a.run_id AND c.status = 'cancelling')) held
$$;

-- What steps mean, for runs that the caller has locked; also the step that creates a run. Of each step: `run`, `seq` (the
-- number of its event), and the fields of a pure step. Answers `answers`, one for each run, and `hints`, the notifications
-- to send after the commit. Records are merged by whoever sends them: each appears once in a step.
CREATE FUNCTION write_steps(p_steps jsonb[]) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := clock_timestamp();
  v_ends boolean;
  v_cancels boolean;
  v_timers boolean;
  v_clocks boolean;
  v_moves boolean;
  v_starts boolean;
  v_released uuid[];
  v_gone jsonb := '[]';
  v_started jsonb := '[]';
  v_waiting uuid[];
  v_stopping uuid[];
  v_queues text[];
  v_hints jsonb;
  v_answers jsonb;
BEGIN
  SELECT bool_or(s->>'status' = 'finished'), bool_or(s->>'status' = 'finished' OR s->'cancel' <> '[]'),
    bool_or(s->>'status' = 'finished' OR s->'setTimers' <> '[]' OR s->'clearTimers' <> '[]'),
    bool_or(s->'clock'->>'before' <> s->'clock'->>'after'), bool_or(s->'moveRunTimerBy' <> '0'), bool_or(s->'start' <> '[]'),
    array_agg((s->>'run')::uuid) FILTER (WHERE s->'clock'->>'before' = 'paused' AND s->'clock'->>'after' <> 'paused'),
    jsonb_agg(jsonb_build_array('firmloop_run', (s->>'run') || ':' || (s->>'seq')))
  INTO v_ends, v_cancels, v_timers, v_clocks, v_moves, v_starts, v_released, v_hints
  FROM unnest(p_steps) s;

  WITH step AS (SELECT (s->>'run')::uuid AS run, (s->>'seq')::int AS seq, s FROM unnest(p_steps) s),
  explained AS (
    INSERT INTO transition (run_id, seq, event_seq, from_state, to_state, event_type, reason, evidence, iteration, actor, at, ms_in_from)
    SELECT run, (s->'snapshot'->>'transitions')::int - jsonb_array_length(s->'transitions') + t.n::int, seq, t.fact->>'from',
      t.fact->>'to', t.fact->>'event', t.fact->>'reason', t.fact->'evidence', (t.fact->>'iteration')::int, t.fact->>'actor',
      to_timestamp((t.fact->>'at')::float8 / 1000), (t.fact->>'msInFrom')::bigint
    FROM step, jsonb_array_elements(s->'transitions') WITH ORDINALITY AS t(fact, n)
  ), noted AS (
    INSERT INTO record (run_id, kind, key, data, event_seq)
    SELECT run, fact->>'kind', fact->>'key', fact->'data', seq FROM step, jsonb_array_elements(s->'records') AS fact
    ON CONFLICT (run_id, kind, key) DO UPDATE
      SET data = record.data || EXCLUDED.data, event_seq = EXCLUDED.event_seq, updated_at = v_now
  )
  UPDATE run SET
    seq = step.seq, snapshot = s->'snapshot', state = s->>'state', status = s->>'status', iteration = (s->>'iteration')::int,
    outcome = s->>'outcome', exit_code = (s->>'exitCode')::int,
    finished_at = CASE WHEN s->>'status' = 'finished' THEN v_now END,
    waiting_since = CASE WHEN s->>'status' = 'waiting' THEN coalesce(waiting_since, v_now) END,
    host_id = coalesce(host_id, s->'claim'->>'hostId')
  FROM step WHERE run.id = step.run;

  IF v_timers THEN
    WITH step AS (SELECT (s->>'run')::uuid AS run, s FROM unnest(p_steps) s),
    cleared AS (
      DELETE FROM timer t USING step
      WHERE t.run_id = step.run AND (s->>'status' = 'finished' OR s->'clearTimers' ? t.id)
    )
    INSERT INTO timer (run_id, id, visit, kind, clock, due_at, remaining_ms, payload)
    SELECT run, t->>'id', (t->>'visit')::int, 'machine', t->>'clock',
      CASE WHEN f.frozen THEN NULL ELSE v_now + (t->>'delayMs')::bigint * interval '1 ms' END,
      CASE WHEN f.frozen THEN (t->>'delayMs')::bigint END, t->'event'
    FROM step, jsonb_array_elements(s->'setTimers') t, LATERAL (
      SELECT s->'clock'->>'after' = 'paused' OR (s->'clock'->>'after' = 'waiting' AND t->>'clock' <> 'wait') AS frozen) f
    WHERE s->>'status' <> 'finished'
    ON CONFLICT (run_id, id) DO UPDATE SET visit = EXCLUDED.visit, clock = EXCLUDED.clock, due_at = EXCLUDED.due_at,
      remaining_ms = EXCLUDED.remaining_ms, payload = EXCLUDED.payload;
  END IF;
  IF v_clocks THEN
    UPDATE timer t SET
      remaining_ms = CASE WHEN frozen THEN greatest(0, extract(epoch FROM due_at - v_now) * 1000)::bigint END,
      due_at = CASE WHEN NOT frozen THEN v_now + remaining_ms * interval '1 ms' END
    FROM (
      SELECT run_id, id, after = 'paused' OR (after = 'waiting' AND clock <> 'wait') AS frozen
      FROM (SELECT (s->>'run')::uuid AS run, s->'clock'->>'after' AS after FROM unnest(p_steps) s
        WHERE s->'clock'->>'before' <> s->'clock'->>'after') step JOIN timer ON run_id = run) f
    WHERE t.run_id = f.run_id AND t.id = f.id AND f.frozen = (t.due_at IS NOT NULL);
  END IF;
  IF v_moves THEN
    UPDATE timer SET due_at = due_at + (s->>'moveRunTimerBy')::bigint * interval '1 ms',
      remaining_ms = remaining_ms + (s->>'moveRunTimerBy')::bigint
    FROM unnest(p_steps) s WHERE run_id = (s->>'run')::uuid AND id = 'engine.run';
  END IF;
  -- Runners look every five seconds by themselves.
  IF (v_timers OR v_clocks OR v_moves) AND EXISTS (
    SELECT 1 FROM unnest(p_steps) s JOIN timer ON run_id = (s->>'run')::uuid WHERE due_at < v_now + interval '5 seconds'
  ) THEN
    v_hints := v_hints || '[["firmloop_timer", ""]]';
  END IF;

  -- What nobody works on is cancelled at once; a runner is told to stop the rest.
  IF v_cancels THEN
    WITH gone AS (
      UPDATE activity a SET
        status = CASE WHEN a.status = 'running' THEN 'cancelling' ELSE 'cancelled' END,
        cancelled_at = v_now, finished_at = CASE WHEN a.status = 'running' THEN NULL ELSE v_now END
      FROM unnest(p_steps) s
      WHERE a.run_id = (s->>'run')::uuid AND a.status IN ('held', 'backoff', 'queued', 'running')
        AND (s->>'status' = 'finished' OR s->'cancel' ? a.invoke_id)
      RETURNING a.id, a.run_id, a.invoke_id, a.visit, a.status, a.job_id, a.queue
    ), unqueued AS (
      UPDATE pgboss.job j SET state = 'cancelled', completed_on = v_now FROM gone
      WHERE j.id = gone.job_id AND j.name = gone.queue AND gone.status = 'cancelled' AND j.state = 'created'
    ), unretried AS (
      DELETE FROM timer t USING gone WHERE t.run_id = gone.run_id AND t.kind = 'retry' AND t.id = 'retry:' || gone.invoke_id
    )
    SELECT coalesce(jsonb_agg(jsonb_build_object('run', run_id, 'invokeId', invoke_id, 'visit', visit))
        FILTER (WHERE status = 'cancelled'), '[]'),
      v_hints || coalesce(jsonb_agg(jsonb_build_array('firmloop_cancel', id)) FILTER (WHERE status = 'cancelling'), '[]')
    INTO v_gone, v_hints FROM gone;
  END IF;

  -- A runner with a free hand keeps the run unless somebody else's work is waiting for that hand. One that was declared
  -- dead may still report what it did, but it gets nothing more to do.
  IF v_starts THEN
    SELECT coalesce(array_agg(DISTINCT queue), '{}') INTO v_queues FROM activity WHERE status = 'queued';
    SELECT coalesce(array_agg(DISTINCT run_id), '{}') INTO v_stopping FROM activity WHERE status = 'cancelling';
    WITH beginning AS (
      SELECT r.id AS run, b, (s->>'iteration')::int AS iteration, (s->'claim'->>'runnerId')::uuid AS runner,
        CASE WHEN b->>'place' = 'host' AND r.host_id IS NOT NULL THEN 'activity/host/' || r.host_id ELSE 'activity/any' END AS queue,
        coalesce(s->'clock'->>'after' <> 'paused' AND s->'claim'->>'hostId' = r.host_id
          AND r.id <> ALL(v_stopping) AND NOT ARRAY['activity/any', 'activity/host/' || r.host_id] && v_queues
          AND EXISTS (SELECT 1 FROM runner w WHERE w.id = (s->'claim'->>'runnerId')::uuid AND w.status IN ('live', 'stopping')),
          false) AS claimed
      FROM unnest(p_steps) s JOIN run r ON r.id = (s->>'run')::uuid, jsonb_array_elements(s->'start') b
    ), begun AS (
      INSERT INTO activity (id, run_id, invoke_id, visit, attempt, name, input, idempotent, queue, status, iteration, runner_id, started_at)
      SELECT (b->>'id')::uuid, run, b->>'invokeId', (b->>'visit')::int, 1, b->>'name', b->'input', (b->>'idempotent')::boolean,
        queue, CASE WHEN claimed THEN 'running' ELSE 'held' END, iteration, CASE WHEN claimed THEN runner END,
        CASE WHEN claimed THEN v_now END
      FROM beginning RETURNING id, run_id, status
    )
    SELECT coalesce(jsonb_agg(jsonb_build_object('run', run_id, 'id', id)) FILTER (WHERE status = 'running'), '[]'),
      v_released || array_agg(run_id) FILTER (WHERE status = 'held')
    INTO v_started, v_released FROM begun;
  END IF;
  IF v_released IS NOT NULL THEN v_hints := v_hints || queue_held(v_released); END IF;

  IF v_ends THEN
    SELECT v_hints || jsonb_agg(jsonb_build_array('firmloop_ended', s->>'run')) INTO v_hints
    FROM unnest(p_steps) s WHERE s->>'status' = 'finished';
  END IF;
  SELECT coalesce(array_agg(DISTINCT run_id), '{}') INTO v_waiting FROM event
  WHERE fate = 'pending' AND run_id = ANY(ARRAY(SELECT (s->>'run')::uuid FROM unnest(p_steps) s));
  SELECT jsonb_agg(jsonb_build_object('run', s->>'run', 'result', 'applied', 'seq', s->'seq',
    'claimed', jsonb_path_query_array(v_started, '$[*] ? (@.run == $run).id', s),
    'idle', jsonb_path_query_array(v_gone, '$[*] ? (@.run == $run)', s),
    'pending', (s->>'run')::uuid = ANY(v_waiting), 'now', floor(extract(epoch FROM v_now) * 1000)::float8))
  INTO v_answers FROM unnest(p_steps) s;
  RETURN jsonb_build_object('answers', v_answers, 'hints', v_hints);
END $$;

-- The only way runs move: under their row locks, and each only if it still stands where its step was computed. Each step
-- is of another run; its `seq` is the one that its event gets. A result counts only while its runner does: once that is
-- declared dead, others end its processes, and how those end says nothing. The locks are taken in one order, so that two
-- batches never wait for each other crosswise. The settings keep one plan for batches of all sizes and tables that grow.
CREATE FUNCTION apply_steps(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  v_go jsonb[];
  v_not jsonb;
  v_told uuid[];
  v_jobs uuid[];
  v_written jsonb;
BEGIN
  PERFORM 1 FROM run WHERE id = ANY(ARRAY(SELECT (s->>'run')::uuid FROM jsonb_array_elements(p) s)) ORDER BY id FOR UPDATE;

  SELECT array_agg(s) FILTER (WHERE result = 'go'),
    coalesce(jsonb_agg(jsonb_build_object('run', s->>'run', 'result', result)) FILTER (WHERE result <> 'go'), '[]')
  INTO v_go, v_not
  FROM (
    SELECT s, CASE
      WHEN r.id IS NULL THEN 'missing'
      WHEN r.seq <> (s->>'seq')::int - 1 THEN 'moved'
      WHEN s->'finish' <> 'null' AND NOT EXISTS (
        SELECT 1 FROM activity a WHERE a.id = (s->'finish'->>'activityId')::uuid AND a.status = s->'finish'->>'from'
          AND (s->'finish'->>'runnerId' IS NULL OR EXISTS (SELECT 1 FROM runner w
            WHERE w.id = a.runner_id AND w.id = (s->'finish'->>'runnerId')::uuid AND w.status IN ('live', 'stopping')))
      ) THEN 'fenced'
      ELSE 'go' END AS result
    FROM jsonb_array_elements(p) s LEFT JOIN run r ON r.id = (s->>'run')::uuid) decided;

  -- The key of an event that was decided before keeps its step out.
  WITH told AS (
    INSERT INTO event (run_id, key, seq, type, payload, actor, fate, at)
    SELECT (s->>'run')::uuid, s->'event'->>'key', (s->>'seq')::int, s->'event'->>'type', s->'event'->'payload',
      s->'event'->>'actor', 'applied', to_timestamp((s->'event'->>'at')::float8 / 1000)
    FROM unnest(v_go) s
    ON CONFLICT (run_id, key) DO UPDATE SET seq = EXCLUDED.seq, fate = 'applied', at = EXCLUDED.at WHERE event.fate = 'pending'
    RETURNING run_id
  )
  SELECT array_agg(run_id) INTO v_told FROM told;
  IF v_told IS NULL OR cardinality(v_told) < cardinality(v_go) THEN
    SELECT v_not || coalesce(jsonb_agg(jsonb_build_object('run', s->>'run', 'result', 'repeated', 'fate', e.fate,
      'reason', e.reason, 'seq', e.seq)), '[]') INTO v_not
    FROM unnest(v_go) s JOIN event e ON e.run_id = (s->>'run')::uuid AND e.key = s->'event'->>'key'
    WHERE v_told IS NULL OR e.run_id <> ALL(v_told);
    SELECT array_agg(s) INTO v_go FROM unnest(v_go) s WHERE (s->>'run')::uuid = ANY(v_told);
  END IF;
  IF v_go IS NULL THEN RETURN jsonb_build_object('answers', v_not, 'hints', '[]'::jsonb); END IF;

  WITH ended AS (
    UPDATE activity a SET status = s->'finish'->>'status', finished_at = clock_timestamp(),
      output = s->'finish'->'output', error = s->'finish'->'error'
    FROM unnest(v_go) s WHERE a.id = (s->'finish'->>'activityId')::uuid
    RETURNING a.job_id
  )
  SELECT array_agg(job_id) INTO v_jobs FROM ended WHERE job_id IS NOT NULL;
  IF v_jobs IS NOT NULL THEN
    UPDATE pgboss.job j SET state = 'completed', completed_on = now()
    FROM unnest(v_go) s JOIN activity a ON a.id = (s->'finish'->>'activityId')::uuid
    WHERE j.name = a.queue AND j.id = a.job_id AND j.state IN ('created', 'active');
  END IF;

  v_written := write_steps(v_go);
  RETURN jsonb_set(v_written, '{answers}', (v_written->'answers') || v_not);
END $$;

-- A new run with what its creation starts, and its first event in the same breath.
CREATE OR REPLACE FUNCTION create_run(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_number int;
  v_created jsonb;
  v_first jsonb;
BEGIN
  INSERT INTO run (id, project_id, machine, machine_version, title, input, snapshot, state, status, created_by, created_at)
  VALUES ((p->'run'->>'id')::uuid, (p->'run'->>'projectId')::uuid, p->'run'->>'machine', (p->'run'->>'machineVersion')::int,
    p->'run'->>'title', p->'run'->'input', '{}', '', 'active', p->'run'->>'createdBy',
    to_timestamp((p->'run'->>'createdAt')::float8 / 1000))
  RETURNING number INTO v_number;
  v_created := write_steps(ARRAY[p->'created']);
  v_first := apply_steps(jsonb_build_array(p->'first'));
  RETURN jsonb_build_object('number', v_number, 'hints', (v_created->'hints') || (v_first->'hints'));
END $$;

-- Gives a run of a host that is gone to the host of a runner, with what it was to do there. What is still worked on by a
-- lost runner changes its queue only: whoever takes it over hands it on there. An ended run moves without an event (p null).
CREATE OR REPLACE FUNCTION move_run(p_run uuid, p_seq int, p_from text, p_runner uuid, p_gone_ms bigint, p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_run run%ROWTYPE;
  v_to text;
  v_applied jsonb;
BEGIN
  SELECT * INTO v_run FROM run WHERE id = p_run FOR UPDATE;
  IF NOT FOUND OR v_run.host_id IS DISTINCT FROM p_from OR v_run.finalised_at IS NOT NULL
    OR NOT may_take_runs(p_runner, p_gone_ms) OR p_from IN (SELECT hosts_served(p_gone_ms)) THEN
    RETURN '{"result": "kept"}';
  END IF;
  IF v_run.seq <> p_seq OR (p IS NULL) <> (v_run.status = 'finished') THEN RETURN '{"result": "moved"}'; END IF;

  SELECT host_id INTO v_to FROM runner WHERE id = p_runner;
  UPDATE run SET host_id = v_to WHERE id = p_run;
  UPDATE pgboss.job j SET state = 'cancelled', completed_on = now() FROM activity a
  WHERE a.run_id = p_run AND a.queue = 'activity/host/' || p_from AND a.status IN ('queued', 'running', 'cancelling')
    AND j.id = a.job_id AND j.name = a.queue AND j.state IN ('created', 'active');
  UPDATE activity SET queue = 'activity/host/' || v_to, job_id = NULL
  WHERE run_id = p_run AND queue = 'activity/host/' || p_from
    AND status IN ('held', 'backoff', 'queued', 'running', 'cancelling');
  PERFORM enqueue_activity(id) FROM activity
  WHERE run_id = p_run AND queue = 'activity/host/' || v_to AND status = 'queued' AND job_id IS NULL;
  IF p IS NULL THEN RETURN '{"result": "ended", "hints": []}'; END IF;
  v_applied := apply_steps(jsonb_build_array(p));
  RETURN jsonb_build_object('result', v_applied->'answers'->0->'result', 'hints', v_applied->'hints');
END $$;
