-- What a test came to is read from the index alone: of a long history no two results of a test lie on one page.
DROP INDEX "test_result_test_id_measured_at_idx";
CREATE INDEX "test_result_test_id_measured_at_idx" ON "test_result"("test_id", "measured_at" DESC) INCLUDE ("outcome", "result_set_id");
