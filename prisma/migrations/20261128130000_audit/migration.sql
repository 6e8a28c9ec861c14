-- From where: the client's address as far as it is known.
ALTER TABLE "audit" ADD COLUMN "address" TEXT;
CREATE INDEX "audit_actor_id_idx" ON "audit"("actor", "id" DESC);
CREATE INDEX "audit_action_id_idx" ON "audit"("action", "id" DESC);
CREATE INDEX "audit_project_id_id_idx" ON "audit"("project_id", "id" DESC);
CREATE TRIGGER "audit_no_truncate" BEFORE TRUNCATE ON "audit" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What a person does is written down by the transaction that does it, whichever code that was. The connection's setting
-- `firmloop.signature` says who asks and through which door: {"actor", "door", "address", "details"}.
CREATE FUNCTION note_audit(p_actor text, p_action text, p_kind text, p_id text, p_project uuid, p_before jsonb, p_after jsonb,
  p_door text DEFAULT 'unknown', p_address text DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_signature jsonb := nullif(current_setting('firmloop.signature', true), '')::jsonb;
BEGIN
  INSERT INTO audit (actor, action, target_kind, target_id, project_id, door, address, before, after)
  VALUES (coalesce(v_signature->>'actor', p_actor), p_action, p_kind, p_id, p_project, coalesce(v_signature->>'door', p_door),
    coalesce(v_signature->>'address', p_address), p_before, p_after || coalesce(v_signature->'details', '{}'));
END $$;

-- Events of people. The run still stands before the event: what it was is read from it, and of changed limits their values.
CREATE FUNCTION audit_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_run run%ROWTYPE;
  v_before jsonb;
BEGIN
  SELECT * INTO v_run FROM run WHERE id = NEW.run_id;
  -- A fork begins with the events of the run that it comes from.
  IF NEW.seq <= v_run.forked_from_seq THEN RETURN NULL; END IF;
  v_before := jsonb_build_object('state', v_run.state, 'status', v_run.status, 'seq', v_run.seq);
  IF jsonb_typeof(NEW.payload->'changes') = 'object' THEN
    v_before := v_before || jsonb_build_object('limits', (
      SELECT jsonb_object_agg(key, coalesce(settings->'limits'->key, settings->key))
      FROM jsonb_object_keys(NEW.payload->'changes') key, (SELECT v_run.snapshot->'context'->'settings' AS settings) s));
  END IF;
  PERFORM note_audit(NEW.actor, 'run.' || regexp_replace(NEW.type, '^(engine|control)\.', ''), 'run', NEW.run_id::text,
    v_run.project_id, v_before, NEW.payload || jsonb_build_object('fate', NEW.fate, 'why', NEW.reason, 'seq', NEW.seq));
  RETURN NULL;
END $$;
CREATE TRIGGER "event_audit" AFTER INSERT ON "event" FOR EACH ROW
  WHEN (NEW.actor NOT IN ('engine', 'runner', 'timer') AND NEW.key <> 'first' AND NEW.type <> 'engine.forked')
  EXECUTE FUNCTION audit_event();

-- Launches and forks.
CREATE FUNCTION audit_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit(NEW.created_by, CASE WHEN NEW.forked_from_id IS NULL THEN 'run.launch' ELSE 'run.fork' END, 'run',
    NEW.id::text, NEW.project_id, CASE WHEN NEW.forked_from_id IS NOT NULL
      THEN jsonb_build_object('run', NEW.forked_from_id, 'seq', NEW.forked_from_seq) END,
    jsonb_build_object('number', NEW.number, 'title', NEW.title, 'machine', NEW.machine));
  RETURN NULL;
END $$;
CREATE TRIGGER "run_audit" AFTER INSERT ON "run" FOR EACH ROW EXECUTE FUNCTION audit_run();
