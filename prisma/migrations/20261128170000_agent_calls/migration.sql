-- What was asked of an agent and what it cost. A row is written once, when the call is over; unknown is NULL, which is not nothing.
CREATE TABLE "agent_call" (
    "id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "activity_id" UUID NOT NULL,
    "iteration" INTEGER NOT NULL,
    "strategy" TEXT,
    "agent" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "task" TEXT NOT NULL,
    "model" TEXT,
    "outcome" TEXT NOT NULL,
    "reason" TEXT,
    "uncached_input" BIGINT,
    "cache_read" BIGINT,
    "cache_write" BIGINT,
    "output" BIGINT,
    "reasoning" BIGINT,
    "money" DOUBLE PRECISION,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "duration_ms" BIGINT NOT NULL,

    CONSTRAINT "agent_call_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "agent_call_outcome" CHECK ("outcome" IN ('answered', 'gave-up', 'unreadable', 'failed', 'cancelled')),
    CONSTRAINT "agent_call_tokens" CHECK (
      num_nulls("uncached_input", "cache_read", "cache_write", "output", "reasoning") IN (0, 5)
      AND least("uncached_input", "cache_read", "cache_write", "output", "reasoning") >= 0 AND "reasoning" <= "output"),
    CONSTRAINT "agent_call_money" CHECK ("money" >= 0),
    CONSTRAINT "agent_call_duration" CHECK ("duration_ms" >= 0)
);

CREATE INDEX "agent_call_run_id_started_at_idx" ON "agent_call"("run_id", "started_at");
ALTER TABLE "agent_call" ADD CONSTRAINT "agent_call_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "agent_call" ADD CONSTRAINT "agent_call_activity_id_fkey" FOREIGN KEY ("activity_id") REFERENCES "activity"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE TRIGGER "agent_call_written_once" BEFORE UPDATE OR DELETE ON "agent_call" FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- What an endpoint of a language model was found to understand, so that it is found out once.
CREATE TABLE "model_endpoint" (
    "base_url" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "structured" TEXT NOT NULL,
    "found_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "model_endpoint_pkey" PRIMARY KEY ("base_url", "model"),
    CONSTRAINT "model_endpoint_structured" CHECK ("structured" IN ('json_schema', 'json_object', 'prompt'))
);
