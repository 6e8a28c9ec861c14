-- Results of ordinary builds live beside those of loops, in the same tables.
CREATE TABLE "result_import" (
    "id" UUID NOT NULL,
    "number" SERIAL NOT NULL,
    "project_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "branch" TEXT,
    "commit" TEXT,
    "build" TEXT,
    "environment" TEXT,
    "board" TEXT,
    "release" TEXT,
    "measured_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "result_import_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "result_import_number_key" ON "result_import"("number");
-- The same build again is the same import again.
CREATE UNIQUE INDEX "result_import_project_id_key_key" ON "result_import"("project_id", "key");
CREATE INDEX "result_import_project_id_measured_at_idx" ON "result_import"("project_id", "measured_at" DESC);
ALTER TABLE "result_import" ADD CONSTRAINT "result_import_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A measurement is a run's or an import's. Where it belongs and what it was made of is written into it, so that history
-- needs to ask nothing else.
ALTER TABLE "result_set" ALTER COLUMN "run_id" DROP NOT NULL;
ALTER TABLE "result_set" ALTER COLUMN "iteration" DROP NOT NULL;
ALTER TABLE "result_set" ADD COLUMN "project_id" UUID;
ALTER TABLE "result_set" ADD COLUMN "import_id" UUID;
ALTER TABLE "result_set" ADD COLUMN "source_key" TEXT;
ALTER TABLE "result_set" ADD COLUMN "branch" TEXT;
ALTER TABLE "result_set" ADD COLUMN "commit" TEXT;
ALTER TABLE "result_set" ADD COLUMN "environment" TEXT;
ALTER TABLE "result_set" ADD COLUMN "board" TEXT;
ALTER TABLE "result_set" ADD COLUMN "agent" TEXT;
ALTER TABLE "result_set" ADD COLUMN "measured_at" TIMESTAMPTZ(3);
-- False once the same iteration was measured again: what counts is the newest.
ALTER TABLE "result_set" ADD COLUMN "latest" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "result_set" ADD CONSTRAINT "result_set_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "result_import"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "result_set" ADD CONSTRAINT "result_set_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

UPDATE result_set s SET project_id = r.project_id, branch = r.input->>'ref', environment = r.input->>'environment',
  commit = CASE WHEN s.iteration = 0 THEN r.input->>'baseCommit' END, measured_at = s.created_at,
  agent = (SELECT c.agent FROM agent_call c WHERE c.run_id = s.run_id AND c.iteration = s.iteration ORDER BY c.started_at DESC LIMIT 1),
  latest = NOT EXISTS (SELECT 1 FROM result_set n WHERE n.run_id = s.run_id AND n.iteration = s.iteration AND (n.created_at, n.id) > (s.created_at, s.id))
FROM run r WHERE r.id = s.run_id;

ALTER TABLE "result_set" ALTER COLUMN "project_id" SET NOT NULL;
ALTER TABLE "result_set" ALTER COLUMN "measured_at" SET NOT NULL;
ALTER TABLE "result_set" ADD CONSTRAINT "result_set_of_one" CHECK (num_nonnulls("run_id", "import_id") = 1 AND ("run_id" IS NULL) = ("iteration" IS NULL));
ALTER TABLE "result_set" ADD CONSTRAINT "result_set_source" CHECK (("import_id" IS NULL) = ("source_key" IS NULL));
-- The same bytes of the same build are the same results.
CREATE UNIQUE INDEX "result_set_project_id_source_key_key" ON "result_set"("project_id", "source_key");
CREATE INDEX "result_set_project_id_measured_at_idx" ON "result_set"("project_id", "measured_at" DESC);
CREATE INDEX "result_set_import_id_idx" ON "result_set"("import_id");

-- Whoever stores a run's measurement need not know what the run is made of.
CREATE FUNCTION place_result_set() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.run_id IS NOT NULL THEN
    SELECT r.project_id, coalesce(NEW.branch, r.input->>'ref'), coalesce(NEW.environment, r.input->>'environment'),
      coalesce(NEW.commit, CASE WHEN NEW.iteration = 0 THEN r.input->>'baseCommit' END),
      coalesce(NEW.agent, (SELECT c.agent FROM agent_call c WHERE c.run_id = NEW.run_id AND c.iteration = NEW.iteration ORDER BY c.started_at DESC LIMIT 1))
    INTO NEW.project_id, NEW.branch, NEW.environment, NEW.commit, NEW.agent FROM run r WHERE r.id = NEW.run_id;
  END IF;
  NEW.measured_at := coalesce(NEW.measured_at, NEW.created_at);
  RETURN NEW;
END $$;
CREATE TRIGGER "result_set_place" BEFORE INSERT ON "result_set" FOR EACH ROW EXECUTE FUNCTION place_result_set();

CREATE FUNCTION supersede_result_sets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE result_set SET latest = false
  WHERE run_id = NEW.run_id AND iteration = NEW.iteration AND latest AND (created_at, id) < (NEW.created_at, NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER "result_set_supersede" AFTER INSERT ON "result_set" FOR EACH ROW WHEN (NEW.run_id IS NOT NULL)
  EXECUTE FUNCTION supersede_result_sets();

-- The last attempt of a test carries what all its attempts came to; the time stands beside it, so that a test's history is
-- one piece of an index.
ALTER TABLE "test_result" ALTER COLUMN "raw_name" DROP NOT NULL;
ALTER TABLE "test_result" ADD COLUMN "outcome" TEXT;
ALTER TABLE "test_result" ADD COLUMN "measured_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
UPDATE test_result r SET measured_at = s.measured_at FROM result_set s WHERE s.id = r.result_set_id;
UPDATE test_result r SET outcome = CASE
    WHEN r.status = 'passed' AND a.bad > 0 THEN 'flaky'
    WHEN r.status = 'error' AND a.failed > 0 THEN 'failed'
    ELSE r.status END
FROM (SELECT result_set_id, test_id, max(attempt) AS last, count(*) FILTER (WHERE status IN ('failed', 'error')) AS bad,
    count(*) FILTER (WHERE status = 'failed') AS failed FROM test_result GROUP BY 1, 2) a
WHERE a.result_set_id = r.result_set_id AND a.test_id = r.test_id AND a.last = r.attempt;
ALTER TABLE "test_result" ADD CONSTRAINT "test_result_outcome" CHECK ("outcome" IN ('passed', 'flaky', 'failed', 'error', 'skipped', 'not_run', 'infra'));
DROP INDEX "test_result_test_id_idx";
CREATE INDEX "test_result_test_id_measured_at_idx" ON "test_result"("test_id", "measured_at" DESC);
CREATE INDEX "test_result_not_clean" ON "test_result"("result_set_id") WHERE "outcome" IN ('flaky', 'failed', 'error');

-- A test that was renamed goes on under its new name; chains are refused.
ALTER TABLE "test_identity" ADD COLUMN "same_as" UUID;
ALTER TABLE "test_identity" ADD CONSTRAINT "test_identity_same_as_fkey" FOREIGN KEY ("same_as") REFERENCES "test_identity"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "test_identity" ADD CONSTRAINT "test_identity_not_itself" CHECK ("same_as" <> "id");
CREATE INDEX "test_identity_same_as_idx" ON "test_identity"("same_as");
CREATE FUNCTION link_in_one_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM test_identity WHERE id = NEW.same_as AND (same_as IS NOT NULL OR project_id <> NEW.project_id))
    OR EXISTS (SELECT 1 FROM test_identity WHERE same_as = NEW.id) THEN
    RAISE EXCEPTION 'a test is linked to a test of its project that is not linked itself' USING ERRCODE = 'check_violation', CONSTRAINT = 'test_identity_one_step';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "test_identity_link" BEFORE UPDATE OF "same_as" ON "test_identity" FOR EACH ROW WHEN (NEW.same_as IS NOT NULL)
  EXECUTE FUNCTION link_in_one_step();

-- How a project's tests are recognised; a project without a row goes by the rules that are stated in lib/results/identity.ts.
CREATE TABLE "identity_rules" (
    "project_id" UUID NOT NULL,
    "rules" JSONB NOT NULL,
    "updated_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "identity_rules_pkey" PRIMARY KEY ("project_id")
);
ALTER TABLE "identity_rules" ADD CONSTRAINT "identity_rules_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Who looks after a failure; the next failure with the same signature has the same owner.
CREATE TABLE "failure_note" (
    "project_id" UUID NOT NULL,
    "signature" TEXT NOT NULL,
    "owner" TEXT,
    "issue" TEXT,
    "note" TEXT,
    "updated_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "failure_note_pkey" PRIMARY KEY ("project_id", "signature"),
    CONSTRAINT "failure_note_says_something" CHECK (num_nonnulls("owner", "issue", "note") > 0)
);
ALTER TABLE "failure_note" ADD CONSTRAINT "failure_note_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Every file that came in, and what became of it.
CREATE TABLE "import_file" (
    "id" UUID NOT NULL,
    "import_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "sha256" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "reason" TEXT,
    "asked_format" TEXT,
    "format" TEXT,
    "result_set_id" UUID,
    "counts" JSONB,
    "warnings" JSONB NOT NULL DEFAULT '[]',
    "tries" INTEGER NOT NULL DEFAULT 0,
    "blob" TEXT,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "import_file_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "import_file_state" CHECK ("state" IN ('waiting', 'working', 'stored', 'same', 'set_aside')),
    CONSTRAINT "import_file_has_results" CHECK (("state" IN ('stored', 'same')) = ("result_set_id" IS NOT NULL)),
    CONSTRAINT "import_file_says_why" CHECK ("state" <> 'set_aside' OR "reason" IS NOT NULL),
    CONSTRAINT "import_file_can_be_read" CHECK ("state" NOT IN ('waiting', 'working') OR "blob" IS NOT NULL),
    CONSTRAINT "import_file_finished" CHECK (("state" IN ('waiting', 'working')) = ("finished_at" IS NULL))
);
CREATE INDEX "import_file_import_id_idx" ON "import_file"("import_id");
CREATE INDEX "import_file_backlog" ON "import_file"("received_at") WHERE "state" IN ('waiting', 'working');
CREATE INDEX "import_file_set_aside" ON "import_file"("received_at" DESC) WHERE "state" = 'set_aside';
ALTER TABLE "import_file" ADD CONSTRAINT "import_file_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "result_import"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "import_file" ADD CONSTRAINT "import_file_result_set_id_fkey" FOREIGN KEY ("result_set_id") REFERENCES "result_set"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "import_file" ADD CONSTRAINT "import_file_blob_fkey" FOREIGN KEY ("blob") REFERENCES "artifact"("hash") ON DELETE RESTRICT ON UPDATE CASCADE;
