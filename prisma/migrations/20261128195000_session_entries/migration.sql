-- What is said in a brain session: in the coding session itself, and between the brain and its judge. A row is never changed.
CREATE TABLE "session_entry" (
    "id" BIGSERIAL NOT NULL,
    "run_id" UUID NOT NULL,
    "activity_id" UUID NOT NULL,
    "turn" INTEGER NOT NULL,
    "conversation" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "artifact" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "session_entry_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "session_entry_conversation" CHECK ("conversation" IN ('session', 'brain')),
    CONSTRAINT "session_entry_kind" CHECK ("kind" IN ('instruction', 'text', 'tool', 'result', 'signal', 'question', 'answer', 'check', 'summary')),
    CONSTRAINT "session_entry_turn" CHECK ("turn" >= 0),
    CONSTRAINT "session_entry_text" CHECK (length("text") <= 20000)
);

CREATE INDEX "session_entry_run_id_id_idx" ON "session_entry"("run_id", "id");
ALTER TABLE "session_entry" ADD CONSTRAINT "session_entry_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "session_entry" ADD CONSTRAINT "session_entry_activity_id_fkey" FOREIGN KEY ("activity_id") REFERENCES "activity"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE TRIGGER "session_entry_written_once" BEFORE UPDATE OR DELETE ON "session_entry" FOR EACH ROW EXECUTE FUNCTION refuse_change();
