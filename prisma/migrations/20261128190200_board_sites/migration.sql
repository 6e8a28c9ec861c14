-- The name of a site is a part of its queue's name.
ALTER TABLE "site" ADD CONSTRAINT "site_one_word" CHECK (name ~ '^[A-Za-z0-9][A-Za-z0-9_.-]*$');

-- Which boards a reservation is served with first and which not at all; a run's must be in reach of its host.
ALTER TABLE "reservation" DROP COLUMN "host_id";
ALTER TABLE "reservation" ADD COLUMN "hosts" TEXT[];
ALTER TABLE "reservation" ADD COLUMN "prefer" TEXT[] NOT NULL DEFAULT '{}';
ALTER TABLE "reservation" ADD COLUMN "avoid" TEXT[] NOT NULL DEFAULT '{}';

-- A site that ever had a runner of its own is served by its own runners alone; the others by those without a site.
CREATE FUNCTION site_is_served(p_site text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT 1 FROM runner WHERE site = p_site)
$$;

-- Whether a runner does the work of a site (null: of no site).
CREATE FUNCTION serves_site(p_runner uuid, p_site text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN n.site IS NOT NULL THEN n.site IS NOT DISTINCT FROM p_site ELSE p_site IS NULL OR NOT site_is_served(p_site) END
  FROM runner n WHERE n.id = p_runner
$$;

-- What any runner could do is done at the site that the run is for, where that has runners of its own.
CREATE FUNCTION place_activity() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE v_site text;
BEGIN
  SELECT input->>'site' INTO v_site FROM run WHERE id = NEW.run_id;
  IF v_site IS NOT NULL AND site_is_served(v_site) THEN NEW.queue := 'activity/site/' || v_site; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "activity_placed" BEFORE INSERT ON "activity" FOR EACH ROW WHEN (NEW.queue = 'activity/any') EXECUTE FUNCTION place_activity();

-- A runner with an identity of its own that is bound to a site is of that site.
CREATE FUNCTION check_runner_own_site() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF bound_site() IS NOT NULL AND NEW.site IS DISTINCT FROM bound_site() THEN
    RAISE EXCEPTION 'this runner is bound to the site %', bound_site() USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "runner_of_own_site" BEFORE INSERT OR UPDATE OF site ON "runner" FOR EACH ROW EXECUTE FUNCTION check_runner_own_site();

-- Marks boards that no runner reaches as offline, with the reason, and those that one reaches again as not. A runner counts
-- until it has been silent for so long. Gives the boards that have just gone offline.
CREATE FUNCTION look_at_boards(p_silent_ms bigint) RETURNS TABLE (board_id uuid, because text) LANGUAGE sql AS $$
  WITH heard AS (
    SELECT host_id, host_name, site FROM runner
    WHERE status IN ('live', 'stopping') AND renewed_at > clock_timestamp() - p_silent_ms * interval '1 ms'
  ), served AS (
    SELECT DISTINCT site FROM runner WHERE site IS NOT NULL
  ), looked AS (
    SELECT b.id, b.name, b.site, b.host, b.offline_since, EXISTS (
      SELECT 1 FROM heard n WHERE n.site IS NOT DISTINCT FROM (SELECT site FROM served s WHERE s.site = b.site)
        AND (b.host IS NULL OR b.host IN (n.host_id, n.host_name))) AS reached
    FROM board b WHERE b.health <> 'retired'
  ), changed AS (
    UPDATE board b SET changed_by = 'engine', offline_since = CASE WHEN l.reached THEN NULL ELSE clock_timestamp() END,
      offline_because = CASE WHEN l.reached THEN NULL ELSE coalesce(
        (SELECT 'the runner on ' || n.host_name || ' is not heard of: ' || coalesce(n.ended_because, 'it is silent') FROM runner n
         WHERE (n.site = b.site OR n.site IS NULL) AND (b.host IS NULL OR b.host IN (n.host_id, n.host_name)) ORDER BY n.renewed_at DESC LIMIT 1),
        'no runner has ever been at ' || coalesce(b.host || ' in ', '') || b.site) END
    FROM looked l WHERE l.id = b.id AND l.reached = (l.offline_since IS NOT NULL)
    RETURNING b.id, b.offline_because
  )
  SELECT id, offline_because FROM changed WHERE offline_because IS NOT NULL
$$;

-- Sites and types of boards are people's: a runner with an identity of its own changes none.
CREATE FUNCTION is_runner_identity() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT EXISTS (SELECT 1 FROM runner_identity WHERE db_role = session_user)
$$;
CREATE FUNCTION refuse_runners() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_runner_identity() THEN RAISE EXCEPTION 'this is for people to change' USING ERRCODE = 'insufficient_privilege'; END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "site_of_people" BEFORE INSERT OR UPDATE OR DELETE ON "site" FOR EACH STATEMENT EXECUTE FUNCTION refuse_runners();
CREATE TRIGGER "board_type_of_people" BEFORE INSERT OR UPDATE OR DELETE ON "board_type" FOR EACH STATEMENT EXECUTE FUNCTION refuse_runners();
