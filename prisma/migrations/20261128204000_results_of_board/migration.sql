-- What was measured on a board lately is looked up for its page.
CREATE INDEX "result_set_board_measured_at_idx" ON "result_set"("board", "measured_at" DESC) WHERE "board" IS NOT NULL;
