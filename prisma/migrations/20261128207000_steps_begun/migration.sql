-- Small measurements are written with the end of the activity that made them: `resultSets` of a step, each with the time of
-- that end. An activity that the claiming runner is at already (`begun` of its claim) is left to it also when somebody else's
-- work waits for its hand: to stop it would cost more than it gives. The answer says then that the hand is wanted (`crowded`),
-- so that the runner begins nothing more ahead. All else of `write_steps` is as it was.
CREATE OR REPLACE FUNCTION write_steps(p_steps jsonb[]) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := clock_timestamp();
  v_ends boolean;
  v_cancels boolean;
  v_timers boolean;
  v_clocks boolean;
  v_moves boolean;
  v_starts boolean;
  v_passes boolean;
  v_files boolean;
  v_measures boolean;
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
    bool_or(s->'passed' <> '[]'), bool_or(s->'artifacts' <> '[]'), bool_or(s->'resultSets' <> '[]'),
    array_agg((s->>'run')::uuid) FILTER (WHERE s->'clock'->>'before' = 'paused' AND s->'clock'->>'after' <> 'paused'),
    jsonb_agg(jsonb_build_array('firmloop_run', (s->>'run') || ':' || (s->>'last')))
  INTO v_ends, v_cancels, v_timers, v_clocks, v_moves, v_starts, v_passes, v_files, v_measures, v_released, v_hints
  FROM unnest(p_steps) s;

  -- Before the run is changed: which board was measured stands in what it was.
  IF v_measures THEN
    WITH measured AS (
      SELECT (s->>'run')::uuid AS run, m, (m->>'id')::uuid AS id FROM unnest(p_steps) s, jsonb_array_elements(s->'resultSets') m
    ), stored AS (
      INSERT INTO result_set (id, run_id, project_id, iteration, activity_id, format, complete, counts, findings, created_at)
      SELECT id, run, (m->>'projectId')::uuid, (m->>'iteration')::int, (m->>'activityId')::uuid, m->>'format',
        (m->>'complete')::boolean, m->'counts', m->'findings', to_timestamp((m->>'at')::float8 / 1000)
      FROM measured ON CONFLICT DO NOTHING RETURNING id, measured_at
    )
    INSERT INTO test_result (result_set_id, test_id, attempt, status, outcome, measured_at, raw_name, message, signature,
      duration_ms, file, line)
    SELECT id, t."testId", t.attempt, t.status, t.outcome, measured_at, t."rawName", t.message, t.signature, t."durationMs", t.file, t.line
    FROM stored JOIN measured USING (id), jsonb_to_recordset(m->'results') AS t("testId" uuid, attempt int, status text,
      outcome text, "rawName" text, message text, signature text, "durationMs" float8, file text, line int);
  END IF;

  WITH step AS (SELECT (s->>'run')::uuid AS run, s FROM unnest(p_steps) s),
  explained AS (
    INSERT INTO transition (run_id, seq, event_seq, from_state, to_state, event_type, reason, evidence, iteration, actor, at, ms_in_from)
    SELECT run, (s->'snapshot'->>'transitions')::int - jsonb_array_length(s->'transitions') + t.n::int,
      (t.fact->>'eventSeq')::int, t.fact->>'from',
      t.fact->>'to', t.fact->>'event', t.fact->>'reason', t.fact->'evidence', (t.fact->>'iteration')::int, t.fact->>'actor',
      to_timestamp((t.fact->>'at')::float8 / 1000), (t.fact->>'msInFrom')::bigint
    FROM step, jsonb_array_elements(s->'transitions') WITH ORDINALITY AS t(fact, n)
  ), noted AS (
    INSERT INTO record (run_id, kind, key, data, event_seq)
    SELECT run, fact->>'kind', fact->>'key', fact->'data', (fact->>'eventSeq')::int FROM step, jsonb_array_elements(s->'records') AS fact
    ON CONFLICT (run_id, kind, key) DO UPDATE
      SET data = record.data || EXCLUDED.data, event_seq = EXCLUDED.event_seq, updated_at = v_now
  )
  UPDATE run SET
    seq = (s->>'last')::int, snapshot = s->'snapshot', state = s->>'state', status = s->>'status', iteration = (s->>'iteration')::int,
    outcome = s->>'outcome', exit_code = (s->>'exitCode')::int,
    finished_at = CASE WHEN s->>'status' = 'finished' THEN v_now END,
    waiting_since = CASE WHEN s->>'status' = 'waiting' THEN coalesce(waiting_since, v_now) END,
    host_id = coalesce(host_id, s->'claim'->>'hostId')
  FROM step WHERE run.id = step.run;

  IF v_passes THEN
    WITH passed AS (
      SELECT r.id AS run, r.host_id AS host, (s->'claim'->>'runnerId')::uuid AS runner, p->'event' AS e, p->'activity' AS a
      FROM unnest(p_steps) s JOIN run r ON r.id = (s->>'run')::uuid, jsonb_array_elements(s->'passed') p
    ), ended AS (
      INSERT INTO activity (id, run_id, invoke_id, visit, attempt, name, input, idempotent, queue, status, iteration, runner_id,
        created_at, started_at, finished_at, output)
      SELECT (a->>'id')::uuid, run, a->>'invokeId', (a->>'visit')::int, 1, a->>'name', a->'input', (a->>'idempotent')::boolean,
        CASE WHEN a->>'place' = 'host' THEN 'activity/host/' || host ELSE 'activity/any' END, 'done', (a->>'iteration')::int,
        runner, begun, begun, ended, a->'output'
      FROM passed, LATERAL (SELECT to_timestamp((e->>'at')::float8 / 1000) AS ended) t,
        LATERAL (SELECT ended - (a->>'ms')::float8 * interval '1 ms' AS begun) u
    )
    INSERT INTO event (run_id, key, seq, type, payload, actor, fate, at)
    SELECT run, e->>'key', (e->>'seq')::int, e->>'type', e->'payload', e->>'actor', 'applied',
      to_timestamp((e->>'at')::float8 / 1000)
    FROM passed;
  END IF;

  -- In the order of their hashes, since steps elsewhere may bring the same ones.
  IF v_files THEN
    WITH filed AS (
      SELECT (s->>'run')::uuid AS run, f, f->>'hash' AS hash FROM unnest(p_steps) s, jsonb_array_elements(s->'artifacts') f
    ), blob AS (
      INSERT INTO artifact (hash, bytes, media_type)
      SELECT hash, (f->>'size')::bigint, f->>'mediaType' FROM filed ORDER BY hash ON CONFLICT DO NOTHING
    ), content AS (
      INSERT INTO artifact_chunk (hash, n, data)
      SELECT hash, 0, decode(f->>'base64', 'base64') FROM filed WHERE f->>'size' <> '0' ORDER BY hash ON CONFLICT DO NOTHING
    )
    INSERT INTO run_artifact (run_id, iteration, kind, name, hash, activity_id, created_at)
    SELECT run, (f->>'iteration')::int, f->>'kind', f->>'name', hash, (f->>'activityId')::uuid,
      to_timestamp((f->>'at')::float8 / 1000)
    FROM filed
    ON CONFLICT (run_id, iteration, kind, name) DO UPDATE
      SET hash = EXCLUDED.hash, activity_id = EXCLUDED.activity_id, created_at = EXCLUDED.created_at;
  END IF;

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
    SELECT ARRAY(SELECT DISTINCT queue FROM activity WHERE status = 'queued'),
      ARRAY(SELECT DISTINCT run_id FROM activity WHERE status = 'cancelling')
    INTO v_queues, v_stopping;
    WITH beginning AS (
      SELECT r.id AS run, b, (s->>'iteration')::int AS iteration, (s->'claim'->>'runnerId')::uuid AS runner,
        CASE WHEN b->>'place' = 'host' AND r.host_id IS NOT NULL THEN 'activity/host/' || r.host_id ELSE 'activity/any' END AS queue,
        coalesce(s->'clock'->>'after' <> 'paused' AND s->'claim'->>'hostId' = r.host_id
          AND r.id <> ALL(v_stopping)
          AND (b->>'id' IS NOT DISTINCT FROM s->'claim'->>'begun' OR NOT ARRAY['activity/any', 'activity/host/' || r.host_id] && v_queues)
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
  SELECT jsonb_agg(jsonb_build_object('run', s->>'run', 'result', 'applied', 'seq', s->'last',
    'claimed', jsonb_path_query_array(v_started, '$[*] ? (@.run == $run).id', s),
    'idle', jsonb_path_query_array(v_gone, '$[*] ? (@.run == $run)', s),
    'pending', (s->>'run')::uuid = ANY(v_waiting),
    'crowded', coalesce(ARRAY['activity/any', 'activity/host/' || (s->'claim'->>'hostId')] && v_queues, false), 'now', floor(extract(epoch FROM v_now) * 1000)::float8))
  INTO v_answers FROM unnest(p_steps) s;
  RETURN jsonb_build_object('answers', v_answers, 'hints', v_hints);
END $$;
