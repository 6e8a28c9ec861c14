-- Ways to reach a board are a list: where two give the same, the first one does. Hooks are what is done around each lease.
ALTER TABLE "board" ALTER COLUMN "connections" SET DEFAULT '[]';
ALTER TABLE "board" ADD CONSTRAINT "board_connections" CHECK (jsonb_typeof(connections) = 'array');
ALTER TABLE "board" ADD COLUMN "hooks" JSONB NOT NULL DEFAULT '{}';

-- The history and the audit log hear of every change of a board, whichever code made it.
CREATE OR REPLACE FUNCTION note_board() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_after jsonb := jsonb_build_object('name', NEW.name, 'site', NEW.site, 'type', NEW.type, 'serial', NEW.serial, 'host', NEW.host,
    'tags', NEW.tags, 'notes', NEW.notes, 'connections', NEW.connections, 'hooks', NEW.hooks);
  v_before jsonb;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO board_event (board_id, kind, actor, data) VALUES (NEW.id, 'added', NEW.changed_by, v_after);
    PERFORM note_audit(NEW.changed_by, 'board.add', 'board', NEW.id::text, NULL, NULL, v_after);
    RETURN NULL;
  END IF;
  v_before := jsonb_build_object('name', OLD.name, 'site', OLD.site, 'type', OLD.type, 'serial', OLD.serial, 'host', OLD.host,
    'tags', OLD.tags, 'notes', OLD.notes, 'connections', OLD.connections, 'hooks', OLD.hooks);
  IF v_before <> v_after THEN
    INSERT INTO board_event (board_id, kind, actor, data)
    VALUES (NEW.id, 'changed', NEW.changed_by, jsonb_build_object('before', v_before, 'after', v_after));
    PERFORM note_audit(NEW.changed_by, 'board.change', 'board', NEW.id::text, NULL, v_before, v_after);
  END IF;
  IF (OLD.health, OLD.health_reason) IS DISTINCT FROM (NEW.health, NEW.health_reason) THEN
    INSERT INTO board_event (board_id, kind, actor, reason, data)
    VALUES (NEW.id, 'health', NEW.changed_by, NEW.health_reason, jsonb_build_object('from', OLD.health, 'to', NEW.health));
    IF OLD.health <> NEW.health THEN
      PERFORM note_audit(NEW.changed_by, 'board.health', 'board', NEW.id::text, NULL, jsonb_build_object('health', OLD.health),
        jsonb_build_object('health', NEW.health, 'reason', NEW.health_reason, 'board', NEW.name));
    END IF;
  END IF;
  IF OLD.offline_since IS DISTINCT FROM NEW.offline_since THEN
    INSERT INTO board_event (board_id, kind, actor, reason)
    VALUES (NEW.id, CASE WHEN NEW.offline_since IS NULL THEN 'online' ELSE 'offline' END, NEW.changed_by, coalesce(NEW.offline_because, ''));
  END IF;
  RETURN NULL;
END $$;
