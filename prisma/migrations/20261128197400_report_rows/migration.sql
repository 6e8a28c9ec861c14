-- The newest rows behind a number are found by their time, whosever project they are of.
CREATE INDEX "run_finished_at_idx" ON "run"("finished_at" DESC) WHERE "finished_at" IS NOT NULL;
CREATE INDEX "result_set_measured_at_idx" ON "result_set"("measured_at" DESC);

-- Measurements that count, without what they say: which of them are shown is chosen before they are counted.
CREATE VIEW "report_placed" AS
SELECT s.id, s.project_id, s.measured_at AS at, coalesce(s.branch, '') AS branch, coalesce(s.environment, '') AS environment,
  coalesce((SELECT b.type FROM board b WHERE b.name = s.board), s.board, '') AS board_type
FROM result_set s WHERE s.latest;
