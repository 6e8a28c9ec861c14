-- The image that a board holds, as far as it was brought there by us. A board whose last flash failed has none.
CREATE TABLE "board_image" (
    "board_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "run_id" UUID,
    "flashed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "board_image_pkey" PRIMARY KEY ("board_id"),
    CONSTRAINT "board_image_board_id_fkey" FOREIGN KEY ("board_id") REFERENCES "board"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "board_image_hash_fkey" FOREIGN KEY ("hash") REFERENCES "artifact"("hash") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "board_image_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE SET NULL ON UPDATE CASCADE
);

-- How boards of a type are checked, and when; a type without a row is checked when somebody asks, without a golden image.
CREATE TABLE "board_check_plan" (
    "board_type" TEXT NOT NULL,
    "every_minutes" INTEGER,
    "before_work" BOOLEAN NOT NULL DEFAULT false,
    "failures_until_suspect" INTEGER NOT NULL DEFAULT 3,
    "heartbeat" TEXT,
    "golden_hash" TEXT,
    "golden_name" TEXT,
    "expects" TEXT,
    "within_seconds" INTEGER NOT NULL DEFAULT 30,
    "changed_by" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "board_check_plan_pkey" PRIMARY KEY ("board_type"),
    CONSTRAINT "board_check_plan_limits" CHECK (every_minutes > 0 AND failures_until_suspect > 0 AND within_seconds > 0),
    CONSTRAINT "board_check_plan_golden" CHECK ((golden_hash IS NULL) = (golden_name IS NULL) AND (golden_hash IS NULL) = (expects IS NULL)),
    CONSTRAINT "board_check_plan_board_type_fkey" FOREIGN KEY ("board_type") REFERENCES "board_type"("name") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "board_check_plan_golden_hash_fkey" FOREIGN KEY ("golden_hash") REFERENCES "artifact"("hash") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE TRIGGER "board_check_plan_of_people" BEFORE INSERT OR UPDATE OR DELETE ON "board_check_plan"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_runners();

-- What is to be done with a board where it stands: a runner of its site takes it, and writes down what came of it.
CREATE TABLE "board_order" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "board_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "lease_id" UUID,
    "asked_by" TEXT NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "taken_by" UUID,
    "taken_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "ok" BOOLEAN,
    "reason" TEXT,
    "steps" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "board_order_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "board_order_kind" CHECK (kind IN ('power-on', 'power-off', 'power-cycle', 'power-read', 'check')),
    CONSTRAINT "board_order_taken" CHECK ((taken_by IS NULL) = (taken_at IS NULL)),
    CONSTRAINT "board_order_ended" CHECK ((ended_at IS NULL) = (ok IS NULL) AND (ended_at IS NULL) = (reason IS NULL)),
    CONSTRAINT "board_order_board_id_fkey" FOREIGN KEY ("board_id") REFERENCES "board"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "board_order_lease_id_fkey" FOREIGN KEY ("lease_id") REFERENCES "lease"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "board_order_board_id_idx" ON "board_order"("board_id", "asked_at" DESC);
CREATE INDEX "board_order_open" ON "board_order" (asked_at) WHERE ended_at IS NULL;
-- Of a board one check at a time is enough.
CREATE UNIQUE INDEX "board_order_one_check" ON "board_order" (board_id) WHERE kind = 'check' AND ended_at IS NULL;

-- Somebody talks with a board, under a lease. All that was said is kept.
CREATE TABLE "console_session" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "board_id" UUID NOT NULL,
    "lease_id" UUID NOT NULL,
    "asked_by" TEXT NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "runner_id" UUID,
    "opened_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),
    "closed_because" TEXT,

    CONSTRAINT "console_session_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "console_session_closed" CHECK ((closed_at IS NULL) = (closed_because IS NULL)),
    CONSTRAINT "console_session_opened" CHECK (opened_at IS NULL OR runner_id IS NOT NULL),
    CONSTRAINT "console_session_board_id_fkey" FOREIGN KEY ("board_id") REFERENCES "board"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "console_session_lease_id_fkey" FOREIGN KEY ("lease_id") REFERENCES "lease"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
-- A board has one console line.
CREATE UNIQUE INDEX "console_session_one_open" ON "console_session" (board_id) WHERE closed_at IS NULL;
CREATE INDEX "console_session_board_id_idx" ON "console_session"("board_id", "asked_at" DESC);
CREATE INDEX "console_session_lease_id_idx" ON "console_session"("lease_id");

-- What was said, in order: `out` by the board, `in` by a person. Append-only.
CREATE TABLE "console_chunk" (
    "id" BIGSERIAL NOT NULL,
    "session_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "way" TEXT NOT NULL,
    "said_by" TEXT,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "console_chunk_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "console_chunk_way" CHECK (way IN ('in', 'out') AND (way = 'in') = (said_by IS NOT NULL)),
    CONSTRAINT "console_chunk_size" CHECK (octet_length(bytes) BETWEEN 1 AND 65536),
    CONSTRAINT "console_chunk_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "console_session"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "console_chunk_session_id_idx" ON "console_chunk"("session_id", "id");
CREATE TRIGGER "console_chunk_append_only" BEFORE UPDATE OR DELETE ON "console_chunk" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER "console_chunk_no_truncate" BEFORE TRUNCATE ON "console_chunk" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Nothing is typed on a console that is closed or whose lease is over, whoever tries.
CREATE FUNCTION refuse_late_word() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM console_session s JOIN lease l ON l.id = s.lease_id
   WHERE s.id = NEW.session_id AND s.closed_at IS NULL AND l.ended_at IS NULL AND l.expires_at > clock_timestamp();
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the console is closed' USING ERRCODE = 'FL003';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "console_chunk_in_time" BEFORE INSERT ON "console_chunk" FOR EACH ROW WHEN (NEW.way = 'in') EXECUTE FUNCTION refuse_late_word();

-- A lease that ends takes its console with it, at once and whoever ended it, and what was ordered under it is not done any more.
CREATE FUNCTION close_with_lease() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE console_session SET closed_at = clock_timestamp(), closed_because = 'the lease ended: ' || NEW.ended_because
   WHERE lease_id = NEW.id AND closed_at IS NULL;
  UPDATE board_order SET ended_at = clock_timestamp(), ok = false, reason = 'the lease ended: ' || NEW.ended_because
   WHERE lease_id = NEW.id AND ended_at IS NULL AND taken_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER "lease_closes" AFTER UPDATE OF ended_at ON "lease" FOR EACH ROW
  WHEN (NEW.ended_at IS NOT NULL AND OLD.ended_at IS NULL) EXECUTE FUNCTION close_with_lease();

-- Runners hear of orders, and whoever waits of their ends; pages and runners hear of every word.
CREATE FUNCTION tell_board_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('firmloop_board_work', NEW.id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER "board_order_tell" AFTER INSERT OR UPDATE ON "board_order" FOR EACH ROW EXECUTE FUNCTION tell_board_work();
CREATE TRIGGER "console_session_tell" AFTER INSERT OR UPDATE ON "console_session" FOR EACH ROW EXECUTE FUNCTION tell_board_work();
CREATE FUNCTION tell_console() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('firmloop_console', NEW.session_id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER "console_chunk_tell" AFTER INSERT ON "console_chunk" FOR EACH ROW EXECUTE FUNCTION tell_console();
