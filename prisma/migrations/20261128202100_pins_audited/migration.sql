-- Whoever unpins a run is told from whoever had pinned it, and why that was.
CREATE OR REPLACE FUNCTION audit_run_pin() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE v_run uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.run_id ELSE NEW.run_id END;
BEGIN
  PERFORM note_audit(CASE WHEN TG_OP = 'DELETE' THEN 'the stack' ELSE NEW.pinned_by END, CASE WHEN TG_OP = 'DELETE' THEN 'run.unpin' ELSE 'run.pin' END,
    'run', v_run::text, (SELECT project_id FROM run WHERE id = v_run),
    CASE WHEN TG_OP = 'DELETE' THEN jsonb_build_object('by', OLD.pinned_by, 'why', OLD.why) END,
    CASE WHEN TG_OP = 'DELETE' THEN '{}' ELSE jsonb_build_object('why', NEW.why) END);
  RETURN NULL;
END $$;
