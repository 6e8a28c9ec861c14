-- Only what changes is told: a look that finds nothing to do must not make everybody look again.
DROP TRIGGER "board_tell" ON "board";
CREATE TRIGGER "board_tell" AFTER INSERT OR UPDATE ON "board" FOR EACH ROW EXECUTE FUNCTION tell_boards();
DROP TRIGGER "reservation_tell" ON "reservation";
CREATE TRIGGER "reservation_tell" AFTER INSERT OR UPDATE ON "reservation" FOR EACH ROW EXECUTE FUNCTION tell_boards();

-- When somebody had wanted to begin who is kept waiting by a run in the midst of its iteration.
ALTER TABLE "reservation" ADD COLUMN "wanted_at" TIMESTAMPTZ(3);

-- Marks boards that no runner reaches as offline, with the reason, and those that one reaches again as not. A runner counts
-- until it has been silent for so long; only who may call others silent marks boards as offline.
DROP FUNCTION look_at_boards(bigint);
CREATE FUNCTION look_at_boards(p_runner uuid, p_silent_ms bigint) RETURNS void LANGUAGE sql AS $$
  WITH heard AS (
    SELECT host_id, host_name, site FROM runner
    WHERE status IN ('live', 'stopping') AND renewed_at > clock_timestamp() - p_silent_ms * interval '1 ms'
  ), served AS (
    SELECT DISTINCT site FROM runner WHERE site IS NOT NULL
  ), looked AS (
    SELECT b.id, EXISTS (
      SELECT 1 FROM heard n WHERE n.site IS NOT DISTINCT FROM (SELECT site FROM served s WHERE s.site = b.site)
        AND (b.host IS NULL OR b.host IN (n.host_id, n.host_name))) AS reached
    FROM board b WHERE b.health <> 'retired'
  )
  UPDATE board b SET changed_by = 'engine', offline_since = CASE WHEN l.reached THEN NULL ELSE clock_timestamp() END,
    offline_because = CASE WHEN l.reached THEN NULL ELSE coalesce(
      (SELECT 'the runner on ' || n.host_name || ' is not heard of: ' || coalesce(n.ended_because, 'it is silent') FROM runner n
       WHERE n.site IS NOT DISTINCT FROM (SELECT site FROM served s WHERE s.site = b.site)
         AND (b.host IS NULL OR b.host IN (n.host_id, n.host_name)) ORDER BY n.renewed_at DESC LIMIT 1),
      'no runner has ever been at ' || CASE WHEN b.host IS NULL THEN b.site ELSE 'the host ' || b.host || ' at ' || b.site END) END
  FROM looked l
  WHERE l.id = b.id AND l.reached = (b.offline_since IS NOT NULL) AND (l.reached OR EXISTS (
    SELECT 1 FROM runner me WHERE me.id = p_runner AND me.status = 'live' AND me.unbroken_since < clock_timestamp() - p_silent_ms * interval '1 ms'))
$$;

-- A runner that has just come may not have made its queue yet.
CREATE OR REPLACE FUNCTION place_activity() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE v_site text;
BEGIN
  SELECT input->>'site' INTO v_site FROM run WHERE id = NEW.run_id;
  IF v_site IS NOT NULL AND site_is_served(v_site) AND EXISTS (SELECT 1 FROM pgboss.queue WHERE name = 'activity/site/' || v_site) THEN
    NEW.queue := 'activity/site/' || v_site;
  END IF;
  RETURN NEW;
END $$;
