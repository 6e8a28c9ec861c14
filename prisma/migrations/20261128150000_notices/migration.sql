-- What is worth telling. A notice is written in the transaction of what it tells, so neither can get lost without the other.
CREATE TABLE "notice" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "run_id" UUID,
    "project_id" UUID,
    "review_id" UUID,
    "person" TEXT,
    "actor" TEXT,
    "data" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "fanned_at" TIMESTAMPTZ(3),

    CONSTRAINT "notice_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "notice_kind" CHECK (kind IN ('review.opened', 'review.assigned', 'review.mentioned', 'review.proposed',
      'review.decided', 'review.reminder', 'review.overdue', 'run.waiting', 'run.plateaued', 'run.ended', 'channel.test')),
    CONSTRAINT "notice_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "notice_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "notice_person_id_idx" ON "notice"("person", "id" DESC);
CREATE INDEX "notice_to_fan_out" ON "notice" (id) WHERE fanned_at IS NULL;

-- What a person has seen of the notices that concern them or everybody.
CREATE TABLE "notice_read" (
    "notice_id" BIGINT NOT NULL,
    "person" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notice_read_pkey" PRIMARY KEY ("notice_id", "person"),
    CONSTRAINT "notice_read_notice_id_fkey" FOREIGN KEY ("notice_id") REFERENCES "notice"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- A way out of the product: a mailbox, a chat room, somebody's web server. The secret never leaves the server again.
CREATE TABLE "channel" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "config" JSONB NOT NULL,
    "secret" TEXT,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "channel_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "channel_kind" CHECK (kind IN ('email', 'slack', 'webhook'))
);
CREATE UNIQUE INDEX "channel_name_key" ON "channel"("name");

-- Which notices go out through a channel: by event, and where it is named by project and by the person that it concerns.
CREATE TABLE "notice_rule" (
    "id" UUID NOT NULL,
    "channel_id" UUID NOT NULL,
    "events" TEXT[] NOT NULL,
    "project_id" UUID,
    "person" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notice_rule_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "notice_rule_events" CHECK (cardinality(events) > 0),
    CONSTRAINT "notice_rule_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channel"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "notice_rule_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- One notice on its way through one channel. `unroutable`: a channel of this kind was asked for and there is none.
CREATE TABLE "delivery" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "notice_id" BIGINT NOT NULL,
    "channel_id" UUID,
    "channel_name" TEXT NOT NULL,
    "channel_kind" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "max_attempts" INTEGER NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_until" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "delivery_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "delivery_status" CHECK (status IN ('queued', 'sending', 'sent', 'failed', 'unroutable')),
    CONSTRAINT "delivery_attempts" CHECK (attempts <= max_attempts),
    CONSTRAINT "delivery_sent" CHECK ((status = 'sent') = (sent_at IS NOT NULL)),
    CONSTRAINT "delivery_lease" CHECK ((status = 'sending') = (lease_until IS NOT NULL)),
    CONSTRAINT "delivery_notice_id_fkey" FOREIGN KEY ("notice_id") REFERENCES "notice"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "delivery_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channel"("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "delivery_notice_id_channel_id_key" ON "delivery"("notice_id", "channel_id");
CREATE INDEX "delivery_created_at_idx" ON "delivery"("created_at" DESC);
CREATE INDEX "delivery_to_send" ON "delivery" (due_at) WHERE status IN ('queued', 'sending');

-- Each try at a delivery. `ok` stays null when the sender died: nobody knows whether it arrived.
CREATE TABLE "delivery_attempt" (
    "delivery_id" UUID NOT NULL,
    "n" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ms" INTEGER,
    "ok" BOOLEAN,
    "detail" TEXT,

    CONSTRAINT "delivery_attempt_pkey" PRIMARY KEY ("delivery_id", "n"),
    CONSTRAINT "delivery_attempt_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- How a team wants to be waited for: in a project, else everywhere.
CREATE TABLE "wait_policy" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "project_id" UUID,
    "approvals" INTEGER NOT NULL DEFAULT 1,
    "answer_within_minutes" INTEGER,
    "remind_every_minutes" INTEGER NOT NULL DEFAULT 240,

    CONSTRAINT "wait_policy_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "wait_policy_bounds" CHECK (approvals BETWEEN 1 AND 10 AND remind_every_minutes >= 1 AND answer_within_minutes >= 1),
    CONSTRAINT "wait_policy_project_id_key" UNIQUE NULLS NOT DISTINCT ("project_id"),
    CONSTRAINT "wait_policy_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- A run that waits, from entering the state on; reminders are due by it.
CREATE TABLE "run_wait" (
    "run_id" UUID NOT NULL,
    "state" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "remind_at" TIMESTAMPTZ(3) NOT NULL,
    "reminded" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "run_wait_pkey" PRIMARY KEY ("run_id"),
    CONSTRAINT "run_wait_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "run_wait_remind_at_idx" ON "run_wait"("remind_at");

CREATE FUNCTION wait_policy_of(p_project uuid) RETURNS wait_policy LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT w FROM wait_policy w WHERE w.project_id = p_project),
    (SELECT w FROM wait_policy w WHERE w.project_id IS NULL),
    ROW(NULL, NULL, 1, NULL, 240)::wait_policy)
$$;

CREATE FUNCTION note_wait() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'waiting' THEN
    INSERT INTO run_wait (run_id, state, since, remind_at) VALUES (NEW.id, NEW.state, clock_timestamp(), clock_timestamp())
    ON CONFLICT (run_id) DO UPDATE SET state = EXCLUDED.state, since = EXCLUDED.since, remind_at = EXCLUDED.remind_at, reminded = 0;
  ELSE
    DELETE FROM run_wait WHERE run_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
-- A run that has just been created waits for its first event in the same transaction, which is no waiting.
CREATE TRIGGER "run_waits" AFTER UPDATE ON "run" FOR EACH ROW
  WHEN (NEW.seq > 0 AND (NEW.status = 'waiting' OR OLD.status = 'waiting')
    AND (NEW.status <> OLD.status OR NEW.state <> OLD.state))
  EXECUTE FUNCTION note_wait();

CREATE FUNCTION notice_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notice (kind, run_id, project_id, person, data)
  VALUES ('run.ended', NEW.id, NEW.project_id, NEW.created_by, jsonb_build_object('outcome', NEW.outcome, 'exitCode', NEW.exit_code));
  RETURN NULL;
END $$;
CREATE TRIGGER "run_tells_end" AFTER UPDATE ON "run" FOR EACH ROW
  WHEN (NEW.status = 'finished' AND OLD.status <> 'finished') EXECUTE FUNCTION notice_end();

-- A plateau that no review will tell of, and one whose run names channels to tell. A fork copies old transitions: those
-- were told when they happened.
CREATE FUNCTION notice_plateau() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_run run%ROWTYPE;
  v_channels jsonb;
BEGIN
  SELECT * INTO v_run FROM run WHERE id = NEW.run_id;
  v_channels := coalesce(v_run.snapshot #> '{context,route,notify}', '[]');
  IF v_run.seq = NEW.event_seq AND v_run.snapshot #>> '{context,judged,verdict}' = 'PLATEAUED'
    AND (NEW.to_state <> 'HUMAN_REVIEW.OPEN' OR v_channels <> '[]') THEN
    INSERT INTO notice (kind, run_id, project_id, data)
    VALUES ('run.plateaued', v_run.id, v_run.project_id,
      jsonb_build_object('to', NEW.to_state, 'reason', left(NEW.reason, 700), 'iteration', NEW.iteration, 'channels', v_channels));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "transition_plateau" AFTER INSERT ON "transition" FOR EACH ROW
  WHEN (NEW.from_state = 'CONVERGENCE_CHECK.JUDGE' AND NEW.to_state IN ('HUMAN_REVIEW.OPEN', 'SUCCESS_WITH_WARNING', 'FAILURE', 'STRATEGY_SWITCH'))
  EXECUTE FUNCTION notice_plateau();

-- Turns notices into deliveries, each notice once: by the rules, and for a plateau by the kinds of channels that its run names.
CREATE FUNCTION fan_out_notices(p_limit int, p_max_attempts int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  v_notice notice%ROWTYPE;
  v_count int := 0;
BEGIN
  FOR v_notice IN SELECT * FROM notice WHERE fanned_at IS NULL ORDER BY id LIMIT p_limit FOR UPDATE SKIP LOCKED LOOP
    INSERT INTO delivery (notice_id, channel_id, channel_name, channel_kind, status, max_attempts)
    SELECT v_notice.id, c.id, c.name, c.kind, 'queued', p_max_attempts FROM channel c
    WHERE c.enabled AND (
      EXISTS (SELECT 1 FROM notice_rule r WHERE r.channel_id = c.id AND v_notice.kind = ANY (r.events)
        AND (r.project_id IS NULL OR r.project_id = v_notice.project_id)
        AND (r.person IS NULL OR (r.person = v_notice.person AND r.person IS DISTINCT FROM v_notice.actor)))
      OR coalesce(v_notice.data->'channels', '[]') ? c.kind)
    ON CONFLICT DO NOTHING;
    INSERT INTO delivery (notice_id, channel_id, channel_name, channel_kind, status, max_attempts, error)
    SELECT v_notice.id, NULL, 'none', k.kind, 'unroutable', p_max_attempts,
      'ci_notification_channels asks for ' || k.kind || ', but no enabled channel is of that kind'
    FROM jsonb_array_elements_text(coalesce(v_notice.data->'channels', '[]')) AS k(kind)
    WHERE NOT EXISTS (SELECT 1 FROM channel c WHERE c.enabled AND c.kind = k.kind);
    UPDATE notice SET fanned_at = clock_timestamp() WHERE id = v_notice.id;
    v_count := v_count + 1;
  END LOOP;
  RETURN v_count;
END $$;

-- Takes deliveries that are due, and those whose sender has not been heard of for the length of its lease. What has no
-- attempt left then has failed: whether its last attempt arrived, nobody knows.
CREATE FUNCTION claim_deliveries(p_limit int, p_lease_ms bigint) RETURNS SETOF delivery LANGUAGE plpgsql AS $$
DECLARE v_delivery delivery%ROWTYPE;
BEGIN
  FOR v_delivery IN SELECT * FROM delivery
    WHERE (status = 'queued' AND due_at <= clock_timestamp()) OR (status = 'sending' AND lease_until < clock_timestamp())
    ORDER BY due_at LIMIT p_limit FOR UPDATE SKIP LOCKED
  LOOP
    IF v_delivery.attempts >= v_delivery.max_attempts THEN
      UPDATE delivery SET status = 'failed', lease_until = NULL, error = 'the sender ended during the last attempt' WHERE id = v_delivery.id;
      CONTINUE;
    END IF;
    UPDATE delivery SET status = 'sending', attempts = attempts + 1, lease_until = clock_timestamp() + p_lease_ms * interval '1 ms'
    WHERE id = v_delivery.id RETURNING * INTO v_delivery;
    INSERT INTO delivery_attempt (delivery_id, n) VALUES (v_delivery.id, v_delivery.attempts);
    RETURN NEXT v_delivery;
  END LOOP;
END $$;

-- What came of an attempt. Of an attempt whose delivery others have taken meanwhile only the log is kept.
CREATE FUNCTION end_delivery(p_delivery uuid, p_n int, p_ok boolean, p_ms int, p_detail text, p_retry_in_ms bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE delivery_attempt SET ok = p_ok, ms = p_ms, detail = p_detail WHERE delivery_id = p_delivery AND n = p_n;
  UPDATE delivery SET
    status = CASE WHEN p_ok THEN 'sent' WHEN p_retry_in_ms IS NOT NULL AND attempts < max_attempts THEN 'queued' ELSE 'failed' END,
    sent_at = CASE WHEN p_ok THEN clock_timestamp() END,
    error = CASE WHEN p_ok THEN NULL ELSE p_detail END,
    due_at = clock_timestamp() + coalesce(p_retry_in_ms, 0) * interval '1 ms',
    lease_until = NULL
  WHERE id = p_delivery AND status = 'sending' AND attempts = p_n;
END $$;

-- Who changed how people are told stands in the audit log by the transaction that does it, without addresses that may be secret.
CREATE FUNCTION audit_notification_setting() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_before jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) - 'config' - 'secret' END;
  v_after jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) - 'config' - 'secret' END;
BEGIN
  PERFORM note_audit(coalesce(v_after->>'created_by', v_before->>'created_by', 'unknown'), replace(TG_TABLE_NAME, '_', '-') || '.' || lower(TG_OP),
    replace(TG_TABLE_NAME, '_', ' '), coalesce(v_after->>'id', v_before->>'id'), coalesce(v_after->>'project_id', v_before->>'project_id')::uuid,
    v_before, coalesce(v_after, '{}'));
  RETURN NULL;
END $$;
CREATE TRIGGER "channel_audit" AFTER INSERT OR UPDATE OR DELETE ON "channel" FOR EACH ROW EXECUTE FUNCTION audit_notification_setting();
CREATE TRIGGER "notice_rule_audit" AFTER INSERT OR DELETE ON "notice_rule" FOR EACH ROW EXECUTE FUNCTION audit_notification_setting();
CREATE TRIGGER "wait_policy_audit" AFTER INSERT OR UPDATE OR DELETE ON "wait_policy" FOR EACH ROW EXECUTE FUNCTION audit_notification_setting();

-- Runs that wait already.
INSERT INTO run_wait (run_id, state, since, remind_at)
SELECT id, state, coalesce(waiting_since, clock_timestamp()), clock_timestamp() FROM run WHERE status = 'waiting' AND seq > 0;
