-- Whether a run is back where its last review's own verdict had sent it: a roll back that a person asked for later is another matter.
CREATE FUNCTION review_to_reopen(p_run uuid) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT v.id FROM (SELECT * FROM review WHERE run_id = p_run ORDER BY number DESC LIMIT 1) v
  WHERE v.closed_seq IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM transition t WHERE t.run_id = p_run AND t.event_seq > v.closed_seq AND t.to_state NOT IN ('HUMAN_REVIEW.ROLL_BACK', 'HUMAN_REVIEW.OPEN'))
$$;

-- Opens a review when its run comes to a person. One whose verdict could not be carried out comes back to the same review.
CREATE OR REPLACE FUNCTION open_review() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_asked jsonb := NEW.snapshot #> '{context,review}';
  v_policy wait_policy := wait_policy_of(NEW.project_id);
  v_now timestamptz := clock_timestamp();
  v_due timestamptz := v_now + least((v_asked->>'dueMs')::float8, v_policy.answer_within_minutes * 60000.0) * interval '1 ms';
  v_review uuid := CASE WHEN OLD.state = 'HUMAN_REVIEW.ROLL_BACK' THEN review_to_reopen(NEW.id) END;
BEGIN
  IF v_review IS NOT NULL THEN
    UPDATE review SET closed_at = NULL, closed_seq = NULL, overdue_told = false, due_at = v_due,
      remind_at = v_now + remind_every_minutes * interval '1 minute' WHERE id = v_review;
    INSERT INTO review_entry (review_id, kind, by) VALUES (v_review, 'reopened', 'engine');
    INSERT INTO notice (kind, run_id, project_id, review_id, data)
    VALUES ('review.opened', NEW.id, NEW.project_id, v_review, '{"again": true}');
    RETURN NULL;
  END IF;
  INSERT INTO review (run_id, project_id, opened_seq, opened_at, iteration, why, due_at, approvals, remind_every_minutes, remind_at)
  VALUES (NEW.id, NEW.project_id, NEW.seq, v_now, NEW.iteration, coalesce(v_asked->>'why', ''), v_due, v_policy.approvals,
    v_policy.remind_every_minutes, v_now + v_policy.remind_every_minutes * interval '1 minute')
  RETURNING id INTO v_review;
  INSERT INTO review_entry (review_id, kind, by, text) VALUES (v_review, 'opened', 'engine', coalesce(v_asked->>'why', ''));
  INSERT INTO notice (kind, run_id, project_id, review_id, data)
  VALUES ('review.opened', NEW.id, NEW.project_id, v_review, jsonb_build_object('why', v_asked->>'why'));
  RETURN NULL;
END $$;
