-- Who saved or removed criteria stands in the audit log by the transaction that does it.
CREATE FUNCTION audit_criteria_preset() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_row criteria_preset%ROWTYPE := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  v_what jsonb := jsonb_build_object('name', v_row.name, 'criteria', v_row.criteria, 'max_iterations', v_row.max_iterations);
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM note_audit(v_row.created_by, 'preset.save', 'preset', v_row.id::text, NULL, NULL, v_what);
  ELSE
    PERFORM note_audit('the stack', 'preset.remove', 'preset', v_row.id::text, NULL, v_what, NULL);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "criteria_preset_audit" AFTER INSERT OR DELETE ON "criteria_preset" FOR EACH ROW EXECUTE FUNCTION audit_criteria_preset();
