-- Which files brought a measurement is asked whenever one goes.
CREATE INDEX "import_file_result_set_id_idx" ON "import_file"("result_set_id");
