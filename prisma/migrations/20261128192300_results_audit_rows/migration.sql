-- A row with an empty column counts as null and as not null at once, so the deed itself says what there was and is.
CREATE OR REPLACE FUNCTION audit_failure_note() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE v_row failure_note; v_before jsonb; v_after jsonb := '{}';
BEGIN
  IF TG_OP = 'DELETE' THEN v_row := OLD; ELSE v_row := NEW; END IF;
  IF TG_OP <> 'INSERT' THEN v_before := jsonb_build_object('owner', OLD.owner, 'issue', OLD.issue, 'note', OLD.note); END IF;
  IF TG_OP <> 'DELETE' THEN v_after := jsonb_build_object('owner', NEW.owner, 'issue', NEW.issue, 'note', NEW.note); END IF;
  PERFORM note_audit(v_row.updated_by, 'results.note', 'failure', left(v_row.signature, 100), v_row.project_id, v_before, v_after);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION audit_identity_rules() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE v_row identity_rules; v_before jsonb; v_after jsonb := '{}';
BEGIN
  IF TG_OP = 'DELETE' THEN v_row := OLD; ELSE v_row := NEW; END IF;
  IF TG_OP <> 'INSERT' THEN v_before := jsonb_build_object('rules', OLD.rules); END IF;
  IF TG_OP <> 'DELETE' THEN v_after := jsonb_build_object('rules', NEW.rules); END IF;
  PERFORM note_audit(v_row.updated_by, 'results.rules', 'project', v_row.project_id::text, v_row.project_id, v_before, v_after);
  RETURN NULL;
END $$;
