-- Pages list tests by suite and name.
CREATE INDEX "test_identity_project_id_suite_name_idx" ON "test_identity"("project_id", "suite", "name");

-- What people do with results is written down by the transaction that does it.
CREATE FUNCTION audit_import() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit(NEW.created_by, 'results.import', 'import', NEW.number::text, NEW.project_id, NULL,
    jsonb_strip_nulls(jsonb_build_object('branch', NEW.branch, 'commit', NEW.commit, 'build', NEW.build, 'environment', NEW.environment,
      'board', NEW.board, 'release', NEW.release)));
  RETURN NULL;
END $$;
CREATE TRIGGER "result_import_audit" AFTER INSERT ON "result_import" FOR EACH ROW EXECUTE FUNCTION audit_import();

CREATE FUNCTION audit_import_retry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit('unknown', 'results.retry', 'file', NEW.id::text, (SELECT project_id FROM result_import WHERE id = NEW.import_id),
    jsonb_build_object('reason', OLD.reason), jsonb_build_object('name', NEW.name, 'format', NEW.asked_format));
  RETURN NULL;
END $$;
CREATE TRIGGER "import_file_audit" AFTER UPDATE ON "import_file" FOR EACH ROW WHEN (OLD.state = 'set_aside' AND NEW.state = 'waiting')
  EXECUTE FUNCTION audit_import_retry();

CREATE FUNCTION audit_failure_note() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE v_row failure_note := coalesce(NEW, OLD);
BEGIN
  PERFORM note_audit(v_row.updated_by, 'results.note', 'failure', left(v_row.signature, 100), v_row.project_id,
    CASE WHEN OLD IS NOT NULL THEN jsonb_build_object('owner', OLD.owner, 'issue', OLD.issue, 'note', OLD.note) END,
    CASE WHEN NEW IS NOT NULL THEN jsonb_build_object('owner', NEW.owner, 'issue', NEW.issue, 'note', NEW.note) ELSE '{}' END);
  RETURN NULL;
END $$;
CREATE TRIGGER "failure_note_audit" AFTER INSERT OR UPDATE OR DELETE ON "failure_note" FOR EACH ROW EXECUTE FUNCTION audit_failure_note();

CREATE FUNCTION audit_identity_rules() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE v_row identity_rules := coalesce(NEW, OLD);
BEGIN
  PERFORM note_audit(v_row.updated_by, 'results.rules', 'project', v_row.project_id::text, v_row.project_id,
    CASE WHEN OLD IS NOT NULL THEN jsonb_build_object('rules', OLD.rules) END,
    CASE WHEN NEW IS NOT NULL THEN jsonb_build_object('rules', NEW.rules) ELSE '{}' END);
  RETURN NULL;
END $$;
CREATE TRIGGER "identity_rules_audit" AFTER INSERT OR UPDATE OR DELETE ON "identity_rules" FOR EACH ROW EXECUTE FUNCTION audit_identity_rules();

CREATE FUNCTION audit_test_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit('unknown', CASE WHEN NEW.same_as IS NULL THEN 'results.unlink' ELSE 'results.link' END, 'test', NEW.id::text, NEW.project_id,
    jsonb_build_object('same_as', OLD.same_as), jsonb_build_object('key', NEW.key, 'same_as', NEW.same_as));
  RETURN NULL;
END $$;
CREATE TRIGGER "test_identity_audit" AFTER UPDATE OF "same_as" ON "test_identity" FOR EACH ROW WHEN (OLD.same_as IS DISTINCT FROM NEW.same_as)
  EXECUTE FUNCTION audit_test_link();
