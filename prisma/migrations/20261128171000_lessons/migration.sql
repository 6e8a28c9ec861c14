-- What runs have left behind for later ones: a row for each iteration that tried something, and one for each ending.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE "lesson" (
    "run_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "iteration" INTEGER NOT NULL,
    "failure" TEXT NOT NULL,
    "signatures" TEXT[] NOT NULL,
    "hypothesis" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "diff" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "gain" INTEGER,
    "helped" BOOLEAN NOT NULL,
    "strategy" TEXT,
    "agent" TEXT,
    "tokens" BIGINT,
    "money" DOUBLE PRECISION,
    "duration_ms" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "lesson_pkey" PRIMARY KEY ("run_id", "kind", "iteration"),
    CONSTRAINT "lesson_kind" CHECK ("kind" IN ('iteration', 'ending')),
    CONSTRAINT "lesson_cost" CHECK (least("tokens", "money", "duration_ms") >= 0)
);

CREATE INDEX "lesson_project_id_created_at_idx" ON "lesson"("project_id", "created_at" DESC);
CREATE INDEX "lesson_failure_idx" ON "lesson" USING gin ("failure" gin_trgm_ops);
CREATE INDEX "lesson_signatures_idx" ON "lesson" USING gin ("signatures");
-- Words as they stand: names of tests and functions are no English.
CREATE FUNCTION lesson_words(l lesson) RETURNS tsvector LANGUAGE sql IMMUTABLE AS $$
  SELECT to_tsvector('simple', l.failure || ' ' || l.hypothesis || ' ' || l.summary || ' ' || l.outcome || ' ' || left(l.diff, 20000))
$$;
CREATE INDEX "lesson_words_idx" ON "lesson" USING gin (lesson_words("lesson"));
ALTER TABLE "lesson" ADD CONSTRAINT "lesson_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "lesson" ADD CONSTRAINT "lesson_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
