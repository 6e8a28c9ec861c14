-- Keys of language models, sealed with a master key that the database never sees. What is not sealed is refused.
CREATE TABLE "model_key" (
    "name" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "set_by" TEXT NOT NULL,
    "set_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "model_key_pkey" PRIMARY KEY ("name"),
    CONSTRAINT "model_key_name" CHECK ("name" ~ '^([A-Z][A-Z0-9_]*_API_KEY|FIRMLOOP_AGENT_[A-Z0-9_]*(KEY|TOKEN))$'),
    CONSTRAINT "model_key_sealed" CHECK ("sealed" ~ '^fl1:[0-9a-f]{8}:[A-Za-z0-9_-]{39,}$')
);

-- Who set or removed a key stands in the audit log by the transaction that does it; runners hear of it.
CREATE FUNCTION audit_model_key() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE v_row model_key%ROWTYPE := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  PERFORM note_audit(CASE WHEN TG_OP = 'DELETE' THEN 'the stack' ELSE v_row.set_by END,
    CASE WHEN TG_OP = 'DELETE' THEN 'key.remove' ELSE 'key.set' END, 'key', v_row.name, NULL,
    CASE WHEN TG_OP <> 'INSERT' THEN jsonb_build_object('set_by', OLD.set_by, 'set_at', OLD.set_at) END, '{}');
  PERFORM pg_notify('firmloop_keys', v_row.name);
  RETURN NULL;
END $$;
CREATE TRIGGER "model_key_audit" AFTER INSERT OR UPDATE OR DELETE ON "model_key" FOR EACH ROW EXECUTE FUNCTION audit_model_key();

-- Where a channel leads is as secret as its password: the path of a Slack address is one. Rows of older releases are sealed
-- when the stack starts; until then the constraint holds for what is written from now on.
ALTER TABLE "channel" ADD COLUMN "target" TEXT, ADD COLUMN "sealed" TEXT, ALTER COLUMN "config" DROP NOT NULL;
ALTER TABLE "channel" ADD CONSTRAINT "channel_sealed" CHECK (
  "config" IS NULL AND "secret" IS NULL AND "target" IS NOT NULL AND "sealed" ~ '^fl1:[0-9a-f]{8}:[A-Za-z0-9_-]{39,}$') NOT VALID;

CREATE OR REPLACE FUNCTION audit_notification_setting() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_hidden text[] := ARRAY['config', 'secret', 'sealed', 'target'];
  v_before jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) - v_hidden END;
  v_after jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) - v_hidden END;
BEGIN
  PERFORM note_audit(coalesce(v_after->>'created_by', v_before->>'created_by', 'unknown'), replace(TG_TABLE_NAME, '_', '-') || '.' || lower(TG_OP),
    replace(TG_TABLE_NAME, '_', ' '), coalesce(v_after->>'id', v_before->>'id'), coalesce(v_after->>'project_id', v_before->>'project_id')::uuid,
    v_before, coalesce(v_after, '{}'));
  RETURN NULL;
END $$;

-- Settings are people's: a runner reads those that it works by and changes none.
CREATE OR REPLACE FUNCTION tables_read_by_runners() RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY['channel', 'notice_rule', 'wait_policy', 'criteria_preset', 'model_key']
$$;
