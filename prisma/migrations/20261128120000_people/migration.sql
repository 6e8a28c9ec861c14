CREATE TABLE "person" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "is_owner" BOOLEAN NOT NULL DEFAULT false,
    "removed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "person_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "person_email_lower" CHECK (email = lower(email)),
    -- The printed link signs the owner in, so the owner cannot be removed.
    CONSTRAINT "person_owner_stays" CHECK (NOT (is_owner AND removed_at IS NOT NULL))
);
CREATE UNIQUE INDEX "person_email_key" ON "person"("email");
CREATE UNIQUE INDEX "person_one_owner" ON "person"("is_owner") WHERE is_owner;

CREATE TABLE "session" (
    "id" UUID NOT NULL,
    "token" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "session_token_key" ON "session"("token");
CREATE INDEX "session_user_id_idx" ON "session"("user_id");
CREATE INDEX "session_expires_at_idx" ON "session"("expires_at");

CREATE TABLE "account" (
    "id" UUID NOT NULL,
    "account_id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "access_token" TEXT,
    "refresh_token" TEXT,
    "id_token" TEXT,
    "access_token_expires_at" TIMESTAMPTZ(3),
    "refresh_token_expires_at" TIMESTAMPTZ(3),
    "scope" TEXT,
    "password" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "account_provider_id_account_id_key" ON "account"("provider_id", "account_id");
CREATE UNIQUE INDEX "account_user_id_provider_id_key" ON "account"("user_id", "provider_id");

CREATE TABLE "verification" (
    "id" UUID NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "verification_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "verification_identifier_idx" ON "verification"("identifier");

CREATE TABLE "rate_limit" (
    "id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "last_request" BIGINT NOT NULL,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "rate_limit_key_key" ON "rate_limit"("key");

CREATE TABLE "role_grant" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "person_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "project_id" UUID,
    "site" TEXT,
    "granted_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "role_grant_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "role_grant_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "role_grant_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "role_grant_role" CHECK (role IN ('viewer', 'engineer', 'lead', 'admin')),
    CONSTRAINT "role_grant_one_place" CHECK (project_id IS NULL OR site IS NULL),
    -- In one place one role: the greater includes the lesser.
    CONSTRAINT "role_grant_one_role" UNIQUE NULLS NOT DISTINCT ("person_id", "project_id", "site")
);

CREATE TABLE "invitation" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "hash" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "project_id" UUID,
    "site" TEXT,
    "invited_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "accepted_by" UUID,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "invitation_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "invitation_accepted_by_fkey" FOREIGN KEY ("accepted_by") REFERENCES "person"("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "invitation_role" CHECK (role IN ('viewer', 'engineer', 'lead', 'admin')),
    CONSTRAINT "invitation_one_place" CHECK (project_id IS NULL OR site IS NULL),
    CONSTRAINT "invitation_email_lower" CHECK (email = lower(email)),
    CONSTRAINT "invitation_decided_once" CHECK (accepted_at IS NULL OR revoked_at IS NULL)
);
CREATE UNIQUE INDEX "invitation_hash_key" ON "invitation"("hash");
CREATE INDEX "invitation_email_idx" ON "invitation"("email");

CREATE TABLE "api_token" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "hash" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "person_id" UUID NOT NULL,
    "scopes" TEXT[] NOT NULL,
    "project_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "last_used_from" TEXT,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_token_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "api_token_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "api_token_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "api_token_scopes" CHECK (cardinality(scopes) > 0)
);
CREATE UNIQUE INDEX "api_token_hash_key" ON "api_token"("hash");
CREATE INDEX "api_token_person_id_idx" ON "api_token"("person_id");

-- Somebody must be able to give roles: the last admin of the whole stack neither goes nor loses the role.
CREATE FUNCTION keep_an_admin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Two admins who remove each other at once must not both succeed.
  PERFORM pg_advisory_xact_lock(hashtext('firmloop keep an admin'));
  IF NOT EXISTS (SELECT 1 FROM role_grant g JOIN person p ON p.id = g.person_id
      WHERE g.role = 'admin' AND g.project_id IS NULL AND g.site IS NULL AND p.removed_at IS NULL) THEN
    RAISE EXCEPTION 'the last admin stays' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER "role_grant_keep_an_admin" AFTER UPDATE OR DELETE ON "role_grant"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.role = 'admin') EXECUTE FUNCTION keep_an_admin();
CREATE CONSTRAINT TRIGGER "person_keep_an_admin" AFTER UPDATE OF removed_at ON "person"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_an_admin();

-- Open streams ask anew whether their reader may still read.
CREATE FUNCTION tell_access() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('firmloop_access', '');
  RETURN NULL;
END $$;
CREATE TRIGGER "session_tell" AFTER DELETE ON "session" FOR EACH STATEMENT EXECUTE FUNCTION tell_access();
CREATE TRIGGER "role_grant_tell" AFTER INSERT OR UPDATE OR DELETE ON "role_grant" FOR EACH STATEMENT EXECUTE FUNCTION tell_access();
CREATE TRIGGER "person_tell" AFTER UPDATE OF removed_at ON "person" FOR EACH STATEMENT EXECUTE FUNCTION tell_access();
CREATE TRIGGER "api_token_tell" AFTER UPDATE OF revoked_at ON "api_token" FOR EACH STATEMENT EXECUTE FUNCTION tell_access();
