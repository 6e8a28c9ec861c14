-- The only way a run moves: under its row lock, and only if it still stands where the step was computed. A result counts
-- only while its runner does: once it is declared dead, others end its processes, and how those end says nothing.
CREATE OR REPLACE FUNCTION apply_step(p_run uuid, p_seq int, p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_seq int;
  v_event event%ROWTYPE;
  v_finish jsonb := p->'finish';
  v_job uuid;
  v_queue text;
BEGIN
  SELECT seq INTO v_seq FROM run WHERE id = p_run FOR UPDATE;
  IF NOT FOUND THEN RETURN '{"result": "missing"}'; END IF;
  SELECT * INTO v_event FROM event WHERE run_id = p_run AND key = p->'event'->>'key';
  IF FOUND AND v_event.fate <> 'pending' THEN
    RETURN jsonb_build_object('result', 'repeated', 'fate', v_event.fate, 'reason', v_event.reason, 'seq', v_event.seq);
  END IF;
  IF v_seq <> p_seq THEN RETURN '{"result": "moved"}'; END IF;

  IF v_finish IS NOT NULL AND v_finish <> 'null' THEN
    UPDATE activity SET status = v_finish->>'status', finished_at = clock_timestamp(), output = v_finish->'output', error = v_finish->'error'
    WHERE id = (v_finish->>'activityId')::uuid AND status = v_finish->>'from'
      AND (v_finish->>'runnerId' IS NULL OR runner_id IN (
        SELECT id FROM runner WHERE id = (v_finish->>'runnerId')::uuid AND status IN ('live', 'stopping')))
    RETURNING job_id, queue INTO v_job, v_queue;
    IF NOT FOUND THEN RETURN '{"result": "fenced"}'; END IF;
    IF v_job IS NOT NULL THEN
      UPDATE pgboss.job SET state = 'completed', completed_on = now() WHERE name = v_queue AND id = v_job AND state IN ('created', 'active');
    END IF;
  END IF;

  INSERT INTO event (run_id, key, seq, type, payload, actor, fate, at)
  VALUES (p_run, p->'event'->>'key', p_seq + 1, p->'event'->>'type', p->'event'->'payload', p->'event'->>'actor', 'applied',
    to_timestamp((p->'event'->>'at')::float8 / 1000))
  ON CONFLICT (run_id, key) DO UPDATE SET seq = EXCLUDED.seq, fate = 'applied', at = EXCLUDED.at;
  IF p->'event'->'payload' ? 'timer' THEN
    DELETE FROM timer WHERE run_id = p_run AND id = p->'event'->'payload'->>'timer';
  END IF;
  RETURN write_step(p_run, p_seq + 1, p);
END $$;

-- A runner's row ends alone. Whoever takes over ends what is left of its activities, and then takes them off the books.
DROP FUNCTION lose_runner(uuid, text, text);
