-- The newest builds and measurements of a branch are found however much the other branches have measured.
CREATE INDEX "result_import_branch" ON "result_import" ("project_id", (coalesce("branch", '')), "measured_at" DESC);
CREATE INDEX "result_set_project_id_branch_measured_at_idx" ON "result_set" ("project_id", "branch", "measured_at" DESC);
