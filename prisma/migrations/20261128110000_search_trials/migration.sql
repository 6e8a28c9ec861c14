-- What became of the candidates of one search, by kind of edit. Written once, when the search is over; later searches begin with what helped.
CREATE TABLE "search_trial" (
    "activity_id" UUID NOT NULL,
    "operator" TEXT NOT NULL,
    "run_id" UUID NOT NULL,
    "tried" INTEGER NOT NULL,
    "unbuilt" INTEGER NOT NULL,
    "improved" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "search_trial_pkey" PRIMARY KEY ("activity_id", "operator"),
    CONSTRAINT "search_trial_counts" CHECK (
      "tried" > 0 AND "unbuilt" >= 0 AND "improved" >= 0 AND "unbuilt" + "improved" <= "tried")
);

CREATE INDEX "search_trial_at_idx" ON "search_trial"("at");
ALTER TABLE "search_trial" ADD CONSTRAINT "search_trial_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "search_trial" ADD CONSTRAINT "search_trial_activity_id_fkey" FOREIGN KEY ("activity_id") REFERENCES "activity"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE TRIGGER "search_trial_written_once" BEFORE UPDATE OR DELETE ON "search_trial" FOR EACH ROW EXECUTE FUNCTION refuse_change();
