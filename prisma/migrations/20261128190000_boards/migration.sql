-- The inventory: where boards stand, of which kind they are, and the boards themselves. A site goes by its name, as roles and
-- runner identities name it.
CREATE EXTENSION IF NOT EXISTS btree_gist;

CREATE TABLE "site" (
    "name" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "site_pkey" PRIMARY KEY ("name"),
    CONSTRAINT "site_named" CHECK (length(name) BETWEEN 1 AND 100)
);

-- `max_minutes`: how long one reservation may last, by role; a role that is not named has the limit of lib/reservation/longest.ts.
CREATE TABLE "board_type" (
    "name" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "max_minutes" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "board_type_pkey" PRIMARY KEY ("name"),
    CONSTRAINT "board_type_named" CHECK (length(name) BETWEEN 1 AND 100)
);

-- Health says what the board is worth, `offline_since` whether anybody can reach it; who has it is read from its reservations.
-- Boards are never deleted: one that is gone is retired, and its history stays.
CREATE TABLE "board" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "site" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "serial" TEXT,
    "host" TEXT,
    "tags" TEXT[] NOT NULL DEFAULT '{}',
    "notes" TEXT NOT NULL DEFAULT '',
    "connections" JSONB NOT NULL DEFAULT '{}',
    "health" TEXT NOT NULL DEFAULT 'unknown',
    "health_reason" TEXT NOT NULL DEFAULT '',
    "health_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "offline_since" TIMESTAMPTZ(3),
    "offline_because" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_by" TEXT NOT NULL,

    CONSTRAINT "board_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "board_named" CHECK (length(name) BETWEEN 1 AND 200),
    CONSTRAINT "board_health" CHECK (health IN ('good', 'unknown', 'suspect', 'bad', 'maintenance', 'retired')),
    CONSTRAINT "board_offline" CHECK ((offline_since IS NULL) = (offline_because IS NULL)),
    CONSTRAINT "board_site_fkey" FOREIGN KEY ("site") REFERENCES "site"("name") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "board_type_fkey" FOREIGN KEY ("type") REFERENCES "board_type"("name") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "board_name_key" ON "board"("name");
-- Two boards of one type are told apart by their serial numbers.
CREATE UNIQUE INDEX "board_type_serial_key" ON "board"("type", "serial");
CREATE INDEX "board_site_idx" ON "board"("site");
CREATE INDEX "board_tags_idx" ON "board" USING gin ("tags");

-- What happened to a board: changes, health, holds, what was flashed. Append-only.
CREATE TABLE "board_event" (
    "id" BIGSERIAL NOT NULL,
    "board_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "kind" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "data" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "board_event_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "board_event_kind" CHECK (kind ~ '^[a-z]+(-[a-z]+)*$'),
    CONSTRAINT "board_event_board_id_fkey" FOREIGN KEY ("board_id") REFERENCES "board"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "board_event_board_id_id_idx" ON "board_event"("board_id", "id" DESC);
CREATE TRIGGER "board_event_append_only" BEFORE UPDATE OR DELETE ON "board_event" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER "board_event_no_truncate" BEFORE TRUNCATE ON "board_event" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The history and the audit log hear of every change of a board, whichever code made it.
CREATE FUNCTION note_board() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_after jsonb := jsonb_build_object('name', NEW.name, 'site', NEW.site, 'type', NEW.type, 'serial', NEW.serial, 'host', NEW.host,
    'tags', NEW.tags, 'notes', NEW.notes, 'connections', NEW.connections);
  v_before jsonb;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO board_event (board_id, kind, actor, data) VALUES (NEW.id, 'added', NEW.changed_by, v_after);
    PERFORM note_audit(NEW.changed_by, 'board.add', 'board', NEW.id::text, NULL, NULL, v_after);
    RETURN NULL;
  END IF;
  v_before := jsonb_build_object('name', OLD.name, 'site', OLD.site, 'type', OLD.type, 'serial', OLD.serial, 'host', OLD.host,
    'tags', OLD.tags, 'notes', OLD.notes, 'connections', OLD.connections);
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
CREATE TRIGGER "board_noted" AFTER INSERT OR UPDATE ON "board" FOR EACH ROW EXECUTE FUNCTION note_board();

-- Pages and runners look again.
CREATE FUNCTION tell_boards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('firmloop_boards', '');
  RETURN NULL;
END $$;
CREATE TRIGGER "board_tell" AFTER INSERT OR UPDATE ON "board" FOR EACH STATEMENT EXECUTE FUNCTION tell_boards();

-- Times that come again: a rule as RFC 5545 has it, in a zone, so that nine o'clock stays nine o'clock.
CREATE TABLE "reservation_series" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "holder" TEXT NOT NULL,
    "purpose" TEXT NOT NULL DEFAULT '',
    "wants" JSONB NOT NULL,
    "rule" TEXT NOT NULL,
    "zone" TEXT NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "minutes" INTEGER NOT NULL,
    "booked_until" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "ended_by" TEXT,

    CONSTRAINT "reservation_series_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "reservation_series_minutes" CHECK (minutes > 0),
    CONSTRAINT "reservation_series_ended" CHECK ((ended_at IS NULL) = (ended_by IS NULL))
);

-- What somebody asked for: one board or several at once, now or at a time. `wants` holds a selector for each board.
--   queued: waits for boards · booked: has its boards, not begun · held: has a lease · ended: over, for the reason it names
CREATE TABLE "reservation" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "number" SERIAL NOT NULL,
    "holder" TEXT NOT NULL,
    "run_id" UUID,
    "purpose" TEXT NOT NULL DEFAULT '',
    "wants" JSONB NOT NULL,
    "sites" TEXT[],
    "host_id" TEXT,
    "priority" INTEGER NOT NULL DEFAULT 0,
    "minutes" INTEGER NOT NULL,
    "max_minutes" INTEGER,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "status" TEXT NOT NULL,
    "asked_by" TEXT NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "shared_with" TEXT[] NOT NULL DEFAULT '{}',
    "yields" BOOLEAN NOT NULL DEFAULT false,
    "yield_asked_at" TIMESTAMPTZ(3),
    "series_id" UUID,
    "ended_at" TIMESTAMPTZ(3),
    "ended_by" TEXT,
    "ended_because" TEXT,

    CONSTRAINT "reservation_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "reservation_minutes" CHECK (minutes > 0 AND minutes <= coalesce(max_minutes, minutes)),
    CONSTRAINT "reservation_status" CHECK (status IN ('queued', 'booked', 'held', 'ended')),
    CONSTRAINT "reservation_wants" CHECK (jsonb_typeof(wants) = 'array' AND jsonb_array_length(wants) BETWEEN 1 AND 20),
    CONSTRAINT "reservation_ended" CHECK ((status = 'ended') = (ended_at IS NOT NULL) AND (ended_at IS NULL) = (ended_because IS NULL)),
    CONSTRAINT "reservation_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "reservation_series_id_fkey" FOREIGN KEY ("series_id") REFERENCES "reservation_series"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "reservation_number_key" ON "reservation"("number");
CREATE INDEX "reservation_holder_idx" ON "reservation"("holder", "number" DESC);
CREATE INDEX "reservation_run_id_idx" ON "reservation"("run_id");
CREATE INDEX "reservation_series_id_idx" ON "reservation"("series_id");
CREATE INDEX "reservation_live" ON "reservation" (status, starts_at) WHERE status <> 'ended';
-- A run stands in the queue once, and holds once.
CREATE UNIQUE INDEX "reservation_one_per_run" ON "reservation" (run_id) WHERE status <> 'ended';

-- The window of a reservation on one board. Of one board no two overlap, whoever writes them: what was released early or never
-- began takes up no time.
CREATE TABLE "reservation_board" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "reservation_id" UUID NOT NULL,
    "board_id" UUID NOT NULL,
    "want" INTEGER NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "released_at" TIMESTAMPTZ(3),

    CONSTRAINT "reservation_board_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "reservation_board_forward" CHECK (starts_at < ends_at),
    CONSTRAINT "reservation_board_no_overlap" EXCLUDE USING gist (board_id WITH =,
      tstzrange(starts_at, GREATEST(starts_at, LEAST(coalesce(released_at, ends_at), ends_at)), '[)') WITH &&),
    CONSTRAINT "reservation_board_reservation_id_fkey" FOREIGN KEY ("reservation_id") REFERENCES "reservation"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "reservation_board_board_id_fkey" FOREIGN KEY ("board_id") REFERENCES "board"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "reservation_board_reservation_id_idx" ON "reservation_board"("reservation_id");
CREATE INDEX "reservation_board_span" ON "reservation_board"
  USING gist (tstzrange(starts_at, GREATEST(starts_at, LEAST(coalesce(released_at, ends_at), ends_at)), '[)'));
-- Each want of a reservation has at most one board at a time.
CREATE UNIQUE INDEX "reservation_board_one_each" ON "reservation_board" (reservation_id, want) WHERE released_at IS NULL;

-- The hold itself. Whoever works with the boards of a reservation names it; one that has ended or expired opens nothing.
CREATE TABLE "lease" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "reservation_id" UUID NOT NULL,
    "holder" TEXT NOT NULL,
    "granted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "ended_because" TEXT,

    CONSTRAINT "lease_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "lease_ended" CHECK ((ended_at IS NULL) = (ended_because IS NULL)),
    CONSTRAINT "lease_reservation_id_fkey" FOREIGN KEY ("reservation_id") REFERENCES "reservation"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "lease_reservation_id_idx" ON "lease"("reservation_id");
CREATE UNIQUE INDEX "lease_one_live" ON "lease" (reservation_id) WHERE ended_at IS NULL;
CREATE INDEX "lease_due" ON "lease" (expires_at) WHERE ended_at IS NULL;

-- Consoles and drivers that work under a lease hear that it has ended.
CREATE FUNCTION tell_lease() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('firmloop_lease', NEW.id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER "lease_tell" AFTER UPDATE OF ended_at ON "lease" FOR EACH ROW
  WHEN (NEW.ended_at IS NOT NULL AND OLD.ended_at IS NULL) EXECUTE FUNCTION tell_lease();
CREATE TRIGGER "reservation_tell" AFTER INSERT OR UPDATE ON "reservation" FOR EACH STATEMENT EXECUTE FUNCTION tell_boards();

-- What people do with reservations is audited; what runs do stands in their traces and in the history of the boards.
CREATE FUNCTION audit_reservation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE v_what jsonb := jsonb_build_object('number', NEW.number, 'holder', NEW.holder, 'wants', NEW.wants, 'starts', NEW.starts_at, 'minutes', NEW.minutes);
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM note_audit(NEW.asked_by, 'reservation.ask', 'reservation', NEW.id::text, NULL, NULL, v_what);
  ELSIF OLD.status <> 'ended' AND NEW.status = 'ended' THEN
    PERFORM note_audit(coalesce(NEW.ended_by, 'engine'), 'reservation.end', 'reservation', NEW.id::text, NULL, v_what,
      jsonb_build_object('because', NEW.ended_because));
  ELSIF (OLD.holder, OLD.minutes, OLD.starts_at, OLD.shared_with) IS DISTINCT FROM (NEW.holder, NEW.minutes, NEW.starts_at, NEW.shared_with) THEN
    PERFORM note_audit(OLD.holder, 'reservation.change', 'reservation', NEW.id::text, NULL,
      jsonb_build_object('holder', OLD.holder, 'starts', OLD.starts_at, 'minutes', OLD.minutes, 'shared', OLD.shared_with),
      jsonb_build_object('holder', NEW.holder, 'starts', NEW.starts_at, 'minutes', NEW.minutes, 'shared', NEW.shared_with));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "reservation_audit" AFTER INSERT OR UPDATE ON "reservation" FOR EACH ROW
  WHEN (NEW.run_id IS NULL) EXECUTE FUNCTION audit_reservation();

-- The site whose work a runner does; null: that of every site without a runner of its own.
ALTER TABLE "runner" ADD COLUMN "site" TEXT;
CREATE INDEX "runner_site_idx" ON "runner"("site");
