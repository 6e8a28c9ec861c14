-- A base commit is packed once, whichever runs start from it.
CREATE INDEX "run_artifact_base_bundle" ON "run_artifact" (name) WHERE kind = 'bundle' AND iteration = 0;

-- Hosts that somebody serves, or served within the time: nobody takes their runs away.
CREATE FUNCTION hosts_served(p_gone_ms bigint) RETURNS SETOF text LANGUAGE sql STABLE AS $$
  SELECT host_id FROM runner
  WHERE status IN ('live', 'stopping') OR renewed_at > clock_timestamp() - p_gone_ms * interval '1 ms'
$$;

-- Whether a runner takes work and has itself renewed without a break for as long: else a restart of Postgres would make
-- every host look gone.
CREATE FUNCTION may_take_runs(p_runner uuid, p_gone_ms bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT 1 FROM runner WHERE id = p_runner AND status = 'live'
    AND unbroken_since < clock_timestamp() - p_gone_ms * interval '1 ms')
$$;

-- Gives a run of a host that is gone to the host of a runner, with what it was to do there. What is still worked on by a
-- lost runner changes its queue only: whoever takes it over hands it on there. An ended run moves without an event (p null).
CREATE FUNCTION move_run(p_run uuid, p_seq int, p_from text, p_runner uuid, p_gone_ms bigint, p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_run run%ROWTYPE;
  v_to text;
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
  RETURN CASE WHEN p IS NULL THEN '{"result": "ended"}'::jsonb ELSE apply_step(p_run, p_seq, p) END;
END $$;
