-- What a person linked by hand and what the rules of identity join stand apart, so that other rules take back only their own.
-- `same_as` is what both come to: the test under which history goes on.
ALTER TABLE "test_identity" ADD COLUMN "renamed_to" UUID;
ALTER TABLE "test_identity" ADD COLUMN "ruled_to" UUID;
UPDATE test_identity SET renamed_to = same_as WHERE same_as IS NOT NULL;
ALTER TABLE "test_identity" ADD CONSTRAINT "test_identity_renamed_to_fkey" FOREIGN KEY ("renamed_to") REFERENCES "test_identity"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "test_identity" ADD CONSTRAINT "test_identity_ruled_to_fkey" FOREIGN KEY ("ruled_to") REFERENCES "test_identity"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "test_identity" ADD CONSTRAINT "test_identity_not_its_own_name" CHECK ("renamed_to" <> "id" AND "ruled_to" <> "id");
CREATE INDEX "test_identity_renamed_to_idx" ON "test_identity"("renamed_to");
CREATE INDEX "test_identity_ruled_to_idx" ON "test_identity"("ruled_to");

-- By hand each old name is linked to the newest one; chains are refused.
CREATE FUNCTION rename_in_one_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM test_identity WHERE id = NEW.renamed_to AND (renamed_to IS NOT NULL OR project_id <> NEW.project_id))
    OR EXISTS (SELECT 1 FROM test_identity WHERE renamed_to = NEW.id) THEN
    RAISE EXCEPTION 'a test is linked to a test of its project that is not linked itself' USING ERRCODE = 'check_violation', CONSTRAINT = 'test_identity_one_step';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "test_identity_rename" BEFORE UPDATE OF "renamed_to" ON "test_identity" FOR EACH ROW WHEN (NEW.renamed_to IS NOT NULL)
  EXECUTE FUNCTION rename_in_one_step();

-- Follows the names of a project's tests to the one that none of them leads on from. What a person said goes first; names that
-- lead in a circle stay apart.
CREATE FUNCTION settle_tests(v_project uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_ends jsonb;
BEGIN
  WITH RECURSIVE way AS (
    SELECT id, coalesce(renamed_to, ruled_to) AS at, ARRAY[id] AS seen FROM test_identity
      WHERE project_id = v_project AND (renamed_to IS NOT NULL OR ruled_to IS NOT NULL)
    UNION ALL
    SELECT w.id, coalesce(t.renamed_to, t.ruled_to), w.seen || t.id FROM way w JOIN test_identity t ON t.id = w.at
      WHERE (t.renamed_to IS NOT NULL OR t.ruled_to IS NOT NULL) AND NOT t.id = ANY(w.seen))
  SELECT jsonb_object_agg(w.id, w.at) INTO v_ends FROM way w JOIN test_identity t ON t.id = w.at
    WHERE t.renamed_to IS NULL AND t.ruled_to IS NULL;
  UPDATE test_identity SET same_as = NULL
    WHERE project_id = v_project AND same_as IS NOT NULL AND same_as IS DISTINCT FROM (v_ends->>id::text)::uuid;
  UPDATE test_identity t SET same_as = e.value::uuid FROM jsonb_each_text(v_ends) e
    WHERE t.id = e.key::uuid AND t.same_as IS NULL;
END $$;

-- The audit log tells what a person linked; what rules join is told by the rules.
DROP TRIGGER "test_identity_audit" ON "test_identity";
CREATE OR REPLACE FUNCTION audit_test_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit('unknown', CASE WHEN NEW.renamed_to IS NULL THEN 'results.unlink' ELSE 'results.link' END, 'test', NEW.id::text, NEW.project_id,
    jsonb_build_object('same_as', OLD.renamed_to), jsonb_build_object('key', NEW.key, 'same_as', NEW.renamed_to));
  RETURN NULL;
END $$;
CREATE TRIGGER "test_identity_audit" AFTER UPDATE OF "renamed_to" ON "test_identity" FOR EACH ROW WHEN (OLD.renamed_to IS DISTINCT FROM NEW.renamed_to)
  EXECUTE FUNCTION audit_test_link();
