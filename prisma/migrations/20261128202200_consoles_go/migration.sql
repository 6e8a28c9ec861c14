-- Recordings of consoles go by a rule of their own. The talk stays, with the moment at which its recording went.
ALTER TABLE "retention_rule" DROP CONSTRAINT "retention_rule_kind";
ALTER TABLE "retention_rule" ADD CONSTRAINT "retention_rule_kind" CHECK ("kind" IN ('logs', 'files', 'patches', 'bundles', 'imports', 'results', 'consoles'));
ALTER TABLE "console_session" ADD COLUMN "recording_gone_at" TIMESTAMPTZ(3);
ALTER TABLE "console_session" ADD CONSTRAINT "console_session_recording_gone" CHECK ("recording_gone_at" IS NULL OR "closed_at" IS NOT NULL);

-- A recording goes as a whole or not at all: nobody takes single words out of it.
DROP TRIGGER "console_chunk_append_only" ON "console_chunk";
CREATE TRIGGER "console_chunk_append_only" BEFORE UPDATE ON "console_chunk" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE FUNCTION refuse_loss_of_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM console_session WHERE id = OLD.session_id AND recording_gone_at IS NOT NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'console_chunk is append-only' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER "console_chunk_goes_whole" BEFORE DELETE ON "console_chunk" FOR EACH ROW EXECUTE FUNCTION refuse_loss_of_words();

-- The run that a console was open for; null for a person's.
CREATE FUNCTION run_of_console(p_session uuid) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT r.run_id FROM console_session s JOIN lease l ON l.id = s.lease_id JOIN reservation r ON r.id = l.reservation_id WHERE s.id = p_session
$$;

-- Talks that ended so many days ago and have a recording; of those that a run had, what the run itself may lose.
CREATE FUNCTION consoles_to_thin(p_days int) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
  WITH thin AS MATERIALIZED (SELECT runs_to_thin(p_days) AS run)
  SELECT s.id FROM console_session s, LATERAL run_of_console(s.id) AS run
  WHERE s.closed_at < now() - make_interval(days => p_days) AND s.recording_gone_at IS NULL
    AND EXISTS (SELECT 1 FROM console_chunk c WHERE c.session_id = s.id) AND (run IS NULL OR run IN (SELECT t.run FROM thin t))
  ORDER BY s.closed_at
$$;

CREATE FUNCTION remove_recording(p_session uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE console_session SET recording_gone_at = clock_timestamp() WHERE id = p_session;
  DELETE FROM console_chunk WHERE session_id = p_session;
END $$;
