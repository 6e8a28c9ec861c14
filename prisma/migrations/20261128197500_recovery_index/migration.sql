-- Troubles are few among transitions: those of a run are found without reading all of them.
CREATE INDEX "transition_recovery_idx" ON "transition"("run_id", "seq") WHERE "to_state" LIKE 'ERROR\_RECOVERY%' AND "from_state" NOT LIKE 'ERROR\_RECOVERY%';
