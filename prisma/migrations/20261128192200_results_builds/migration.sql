-- The imports of one build, and the releases, are found however long the history is.
CREATE INDEX "result_import_build" ON "result_import" ("project_id", (coalesce("build", '')), (coalesce("commit", '')));
CREATE INDEX "result_import_release" ON "result_import" ("project_id", "measured_at" DESC) WHERE "release" IS NOT NULL;
