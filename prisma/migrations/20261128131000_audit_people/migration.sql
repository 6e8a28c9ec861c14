-- What `actorOf` of server/auth/person.ts says.
CREATE FUNCTION actor_of(p_person uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN is_owner AND email = 'owner@firmloop.invalid' THEN 'owner' ELSE email END FROM person WHERE id = p_person
$$;

-- Signing in and out. A session that has expired ended by itself.
CREATE FUNCTION audit_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM note_audit(actor_of(NEW.user_id), 'session.begin', 'person', NEW.user_id::text, NULL, NULL,
      jsonb_build_object('browser', NEW.user_agent), 'web', NEW.ip_address);
  ELSIF OLD.expires_at > now() THEN
    PERFORM note_audit(coalesce(actor_of(OLD.user_id), OLD.user_id::text), 'session.end', 'person', OLD.user_id::text, NULL,
      jsonb_build_object('since', OLD.created_at), NULL, 'web', OLD.ip_address);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "session_audit" AFTER INSERT OR DELETE ON "session" FOR EACH ROW EXECUTE FUNCTION audit_session();

CREATE FUNCTION audit_role() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_before jsonb := CASE WHEN TG_OP <> 'INSERT' THEN jsonb_build_object('role', OLD.role, 'project', OLD.project_id, 'site', OLD.site) END;
  v_after jsonb := CASE WHEN TG_OP <> 'DELETE' THEN jsonb_build_object('role', NEW.role, 'project', NEW.project_id, 'site', NEW.site) END;
  v_row role_grant%ROWTYPE := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF v_before IS DISTINCT FROM v_after THEN
    PERFORM note_audit(v_row.granted_by, CASE TG_OP WHEN 'INSERT' THEN 'role.grant' WHEN 'UPDATE' THEN 'role.change' ELSE 'role.withdraw' END,
      'person', v_row.person_id::text, v_row.project_id, v_before, v_after);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "role_grant_audit" AFTER INSERT OR UPDATE OR DELETE ON "role_grant" FOR EACH ROW EXECUTE FUNCTION audit_role();

CREATE FUNCTION audit_invitation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE v_what jsonb := jsonb_build_object('email', NEW.email, 'role', NEW.role, 'project', NEW.project_id, 'site', NEW.site);
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM note_audit(NEW.invited_by, 'invitation.make', 'invitation', NEW.id::text, NEW.project_id, NULL,
      v_what || jsonb_build_object('expires', NEW.expires_at));
  ELSIF NEW.accepted_at IS DISTINCT FROM OLD.accepted_at THEN
    PERFORM note_audit(coalesce(actor_of(NEW.accepted_by), NEW.email), 'invitation.accept', 'invitation', NEW.id::text,
      NEW.project_id, NULL, v_what, 'web');
  ELSIF NEW.revoked_at IS DISTINCT FROM OLD.revoked_at THEN
    PERFORM note_audit(NEW.invited_by, 'invitation.withdraw', 'invitation', NEW.id::text, NEW.project_id, v_what, NULL);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "invitation_audit" AFTER INSERT OR UPDATE ON "invitation" FOR EACH ROW EXECUTE FUNCTION audit_invitation();

CREATE FUNCTION audit_token() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE v_what jsonb := jsonb_build_object('name', NEW.name, 'person', actor_of(NEW.person_id), 'scopes', NEW.scopes, 'expires', NEW.expires_at);
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM note_audit(actor_of(NEW.person_id), 'token.make', 'token', NEW.id::text, NEW.project_id, NULL, v_what);
  ELSIF NEW.revoked_at IS DISTINCT FROM OLD.revoked_at THEN
    PERFORM note_audit(actor_of(NEW.person_id), 'token.revoke', 'token', NEW.id::text, NEW.project_id, v_what, NULL);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "api_token_audit" AFTER INSERT OR UPDATE OF revoked_at ON "api_token" FOR EACH ROW EXECUTE FUNCTION audit_token();

CREATE FUNCTION audit_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.name, OLD.email) IS DISTINCT FROM (NEW.name, NEW.email) THEN
    PERFORM note_audit(actor_of(NEW.id), 'person.rename', 'person', NEW.id::text, NULL,
      jsonb_build_object('name', OLD.name, 'email', OLD.email), jsonb_build_object('name', NEW.name, 'email', NEW.email));
  END IF;
  IF OLD.removed_at IS NOT DISTINCT FROM NEW.removed_at THEN RETURN NULL; END IF;
  PERFORM note_audit(actor_of(NEW.id), CASE WHEN NEW.removed_at IS NULL THEN 'person.return' ELSE 'person.remove' END, 'person',
    NEW.id::text, NULL, jsonb_build_object('removed', OLD.removed_at), jsonb_build_object('removed', NEW.removed_at, 'email', NEW.email));
  RETURN NULL;
END $$;
CREATE TRIGGER "person_audit" AFTER UPDATE ON "person" FOR EACH ROW
  WHEN ((OLD.removed_at, OLD.name, OLD.email) IS DISTINCT FROM (NEW.removed_at, NEW.name, NEW.email)) EXECUTE FUNCTION audit_person();

CREATE FUNCTION audit_password() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit(actor_of(NEW.user_id), 'password.set', 'person', NEW.user_id::text, NULL, NULL, NULL, 'web');
  RETURN NULL;
END $$;
CREATE TRIGGER "account_password_made" AFTER INSERT ON "account" FOR EACH ROW WHEN (NEW.password IS NOT NULL) EXECUTE FUNCTION audit_password();
CREATE TRIGGER "account_password_changed" AFTER UPDATE ON "account" FOR EACH ROW
  WHEN (OLD.password IS DISTINCT FROM NEW.password) EXECUTE FUNCTION audit_password();
