-- A runner's own way into the database: a role that can do what runners do, and nothing else.
CREATE TABLE "runner_identity" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "db_role" TEXT NOT NULL,
    "site" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "runner_identity_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "runner_identity_db_role" CHECK (db_role ~ '^firmloop_runner_[0-9a-f]{12}$')
);
CREATE UNIQUE INDEX "runner_identity_db_role_key" ON "runner_identity"("db_role");

CREATE FUNCTION audit_runner_identity() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE v_what jsonb := jsonb_build_object('name', NEW.name, 'site', NEW.site, 'expires', NEW.expires_at);
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM note_audit(NEW.created_by, 'runner-identity.make', 'runner-identity', NEW.id::text, NULL, NULL, v_what);
  ELSIF NEW.revoked_at IS DISTINCT FROM OLD.revoked_at THEN
    PERFORM note_audit('the stack', 'runner-identity.revoke', 'runner-identity', NEW.id::text, NULL, v_what, NULL);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "runner_identity_audit" AFTER INSERT OR UPDATE OF revoked_at ON "runner_identity" FOR EACH ROW EXECUTE FUNCTION audit_runner_identity();

-- Which database role a runner came in by.
ALTER TABLE "runner" ADD COLUMN "identity" TEXT NOT NULL DEFAULT session_user;

-- Tables that are no business of runners: who may do what, and what is secret about it.
CREATE FUNCTION tables_without_runners() RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY['person', 'session', 'account', 'verification', 'rate_limit', 'role_grant', 'invitation', 'api_token', 'runner_identity',
    '_prisma_migrations']
$$;

-- Gives a role what runners need, of tables that came later too. The audit log can be added to and not read.
CREATE FUNCTION grant_runner(p_role text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_table record;
BEGIN
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), p_role);
  EXECUTE format('GRANT USAGE ON SCHEMA public, pgboss TO %I', p_role);
  EXECUTE format('GRANT USAGE ON ALL SEQUENCES IN SCHEMA public, pgboss TO %I', p_role);
  EXECUTE format('GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public, pgboss TO %I', p_role);
  FOR v_table IN SELECT schemaname, tablename FROM pg_tables WHERE schemaname IN ('public', 'pgboss')
      AND NOT (schemaname = 'public' AND tablename = ANY (tables_without_runners() || ARRAY['audit'])) LOOP
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I.%I TO %I', v_table.schemaname, v_table.tablename, p_role);
  END LOOP;
  EXECUTE format('GRANT INSERT ON audit TO %I', p_role);
END $$;

-- The site that the connected role is bound to; null for one that is bound to none, such as the stack's own.
CREATE FUNCTION bound_site() RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT site FROM runner_identity WHERE db_role = session_user
$$;

-- A runner is who it came in as, and one that is bound to a site serves no other site's queue.
CREATE FUNCTION check_runner_identity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN NEW.identity := session_user;
  ELSIF NEW.identity <> OLD.identity THEN RAISE EXCEPTION 'a runner stays who it is' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF EXISTS (SELECT 1 FROM unnest(NEW.queues) queue WHERE queue LIKE 'activity/site/%' AND queue <> 'activity/site/' || bound_site()) THEN
    RAISE EXCEPTION 'this runner is bound to the site %', bound_site() USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "runner_identity_kept" BEFORE INSERT OR UPDATE OF identity, queues ON "runner" FOR EACH ROW EXECUTE FUNCTION check_runner_identity();

-- Nor does it take work of another site by going round its queue.
CREATE FUNCTION check_runner_site() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.queue <> 'activity/site/' || bound_site() THEN
    RAISE EXCEPTION 'this runner is bound to the site %', bound_site() USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "activity_of_own_site" BEFORE UPDATE OF status ON "activity" FOR EACH ROW
  WHEN (NEW.status = 'running' AND OLD.status <> 'running' AND NEW.queue LIKE 'activity/site/%') EXECUTE FUNCTION check_runner_site();
