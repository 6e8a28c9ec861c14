-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "project" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "repository" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "project_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "run" (
    "id" UUID NOT NULL,
    "number" SERIAL NOT NULL,
    "project_id" UUID NOT NULL,
    "machine" TEXT NOT NULL,
    "machine_version" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "input" JSONB NOT NULL,
    "seq" INTEGER NOT NULL DEFAULT 0,
    "snapshot" JSONB NOT NULL,
    "state" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "iteration" INTEGER NOT NULL DEFAULT 0,
    "outcome" TEXT,
    "exit_code" INTEGER,
    "host_id" TEXT,
    "forked_from_id" UUID,
    "forked_from_seq" INTEGER,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "waiting_since" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "finalised_at" TIMESTAMPTZ(3),
    "report" JSONB,

    CONSTRAINT "run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event" (
    "id" BIGSERIAL NOT NULL,
    "run_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "seq" INTEGER,
    "type" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "actor" TEXT NOT NULL,
    "fate" TEXT NOT NULL,
    "reason" TEXT,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "at" TIMESTAMPTZ(3),

    CONSTRAINT "event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "transition" (
    "run_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "event_seq" INTEGER NOT NULL,
    "from_state" TEXT NOT NULL,
    "to_state" TEXT NOT NULL,
    "event_type" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "evidence" JSONB NOT NULL,
    "iteration" INTEGER NOT NULL,
    "actor" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "ms_in_from" BIGINT NOT NULL,

    CONSTRAINT "transition_pkey" PRIMARY KEY ("run_id","seq")
);

-- CreateTable
CREATE TABLE "activity" (
    "id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "invoke_id" TEXT NOT NULL,
    "visit" INTEGER NOT NULL,
    "attempt" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "input" JSONB NOT NULL,
    "idempotent" BOOLEAN NOT NULL,
    "queue" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "iteration" INTEGER NOT NULL,
    "runner_id" UUID,
    "job_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "output" JSONB,
    "error" JSONB,

    CONSTRAINT "activity_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "timer" (
    "run_id" UUID NOT NULL,
    "id" TEXT NOT NULL,
    "visit" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "clock" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "remaining_ms" BIGINT,
    "payload" JSONB NOT NULL,

    CONSTRAINT "timer_pkey" PRIMARY KEY ("run_id","id")
);

-- CreateTable
CREATE TABLE "runner" (
    "id" UUID NOT NULL,
    "host_id" TEXT NOT NULL,
    "host_name" TEXT NOT NULL,
    "pid" INTEGER NOT NULL,
    "process_start" TEXT NOT NULL,
    "queues" TEXT[],
    "slots" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "sandbox" JSONB NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "renewed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "unbroken_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "ended_because" TEXT,

    CONSTRAINT "runner_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "record" (
    "run_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "event_seq" INTEGER NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "record_pkey" PRIMARY KEY ("run_id","kind","key")
);

-- CreateTable
CREATE TABLE "artifact" (
    "hash" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "media_type" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "artifact_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "artifact_chunk" (
    "hash" TEXT NOT NULL,
    "n" INTEGER NOT NULL,
    "data" BYTEA NOT NULL,

    CONSTRAINT "artifact_chunk_pkey" PRIMARY KEY ("hash","n")
);

-- CreateTable
CREATE TABLE "run_artifact" (
    "run_id" UUID NOT NULL,
    "iteration" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "activity_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "run_artifact_pkey" PRIMARY KEY ("run_id","iteration","kind","name")
);

-- CreateTable
CREATE TABLE "log_chunk" (
    "activity_id" UUID NOT NULL,
    "n" INTEGER NOT NULL,
    "run_id" UUID NOT NULL,
    "stream" TEXT NOT NULL,
    "byte_offset" BIGINT NOT NULL,
    "data" BYTEA NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "log_chunk_pkey" PRIMARY KEY ("activity_id","n")
);

-- CreateTable
CREATE TABLE "test_identity" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "suite" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "first_seen" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "test_identity_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "result_set" (
    "id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "iteration" INTEGER NOT NULL,
    "activity_id" UUID,
    "format" TEXT NOT NULL,
    "complete" BOOLEAN NOT NULL,
    "counts" JSONB NOT NULL,
    "findings" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "result_set_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "test_result" (
    "result_set_id" UUID NOT NULL,
    "test_id" UUID NOT NULL,
    "attempt" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "raw_name" TEXT NOT NULL,
    "message" TEXT,
    "signature" TEXT,
    "duration_ms" DOUBLE PRECISION,
    "file" TEXT,
    "line" INTEGER,

    CONSTRAINT "test_result_pkey" PRIMARY KEY ("result_set_id","test_id","attempt")
);

-- CreateTable
CREATE TABLE "audit" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "target_kind" TEXT NOT NULL,
    "target_id" TEXT NOT NULL,
    "project_id" UUID,
    "door" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,

    CONSTRAINT "audit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "web_session" (
    "hash" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "web_session_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "project_name_key" ON "project"("name");

-- CreateIndex
CREATE UNIQUE INDEX "project_repository_key" ON "project"("repository");

-- CreateIndex
CREATE UNIQUE INDEX "run_number_key" ON "run"("number");

-- CreateIndex
CREATE INDEX "run_project_id_created_at_idx" ON "run"("project_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "run_status_idx" ON "run"("status");

-- CreateIndex
CREATE UNIQUE INDEX "event_run_id_key_key" ON "event"("run_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "event_run_id_seq_key" ON "event"("run_id", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "activity_run_id_invoke_id_visit_attempt_key" ON "activity"("run_id", "invoke_id", "visit", "attempt");

-- CreateIndex
CREATE INDEX "timer_due_at_idx" ON "timer"("due_at");

-- CreateIndex
CREATE INDEX "runner_status_renewed_at_idx" ON "runner"("status", "renewed_at");

-- CreateIndex
CREATE INDEX "run_artifact_hash_idx" ON "run_artifact"("hash");

-- CreateIndex
CREATE INDEX "log_chunk_run_id_at_idx" ON "log_chunk"("run_id", "at");

-- CreateIndex
CREATE UNIQUE INDEX "test_identity_project_id_key_key" ON "test_identity"("project_id", "key");

-- CreateIndex
CREATE INDEX "result_set_run_id_iteration_idx" ON "result_set"("run_id", "iteration");

-- CreateIndex
CREATE INDEX "test_result_test_id_idx" ON "test_result"("test_id");

-- CreateIndex
CREATE INDEX "audit_target_kind_target_id_idx" ON "audit"("target_kind", "target_id");

-- CreateIndex
CREATE INDEX "audit_at_idx" ON "audit"("at");

-- AddForeignKey
ALTER TABLE "run" ADD CONSTRAINT "run_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run" ADD CONSTRAINT "run_forked_from_id_fkey" FOREIGN KEY ("forked_from_id") REFERENCES "run"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event" ADD CONSTRAINT "event_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transition" ADD CONSTRAINT "transition_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "activity" ADD CONSTRAINT "activity_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "timer" ADD CONSTRAINT "timer_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "record" ADD CONSTRAINT "record_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "artifact_chunk" ADD CONSTRAINT "artifact_chunk_hash_fkey" FOREIGN KEY ("hash") REFERENCES "artifact"("hash") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_artifact" ADD CONSTRAINT "run_artifact_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_artifact" ADD CONSTRAINT "run_artifact_hash_fkey" FOREIGN KEY ("hash") REFERENCES "artifact"("hash") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "log_chunk" ADD CONSTRAINT "log_chunk_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "log_chunk" ADD CONSTRAINT "log_chunk_activity_id_fkey" FOREIGN KEY ("activity_id") REFERENCES "activity"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "test_identity" ADD CONSTRAINT "test_identity_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "result_set" ADD CONSTRAINT "result_set_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "test_result" ADD CONSTRAINT "test_result_result_set_id_fkey" FOREIGN KEY ("result_set_id") REFERENCES "result_set"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "test_result" ADD CONSTRAINT "test_result_test_id_fkey" FOREIGN KEY ("test_id") REFERENCES "test_identity"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- Several facts about one record in one step: later ones win, key by key.
CREATE AGGREGATE merge_objects(jsonb) (SFUNC = jsonb_concat, STYPE = jsonb, INITCOND = '{}');

-- What must never happen is a constraint.
ALTER TABLE "run" ADD CONSTRAINT "run_status" CHECK (status IN ('active', 'waiting', 'paused', 'stopping', 'finished'));
ALTER TABLE "run" ADD CONSTRAINT "run_finished"
  CHECK ((status = 'finished') = (finished_at IS NOT NULL) AND (status = 'finished') = (outcome IS NOT NULL) AND (status = 'finished') = (exit_code IS NOT NULL));
CREATE INDEX "run_to_wrap_up" ON "run" (host_id) WHERE finalised_at IS NULL;
ALTER TABLE "event" ADD CONSTRAINT "event_fate"
  CHECK (fate IN ('pending', 'applied', 'refused', 'stale') AND (fate = 'applied') = (seq IS NOT NULL));
CREATE INDEX "event_pending" ON "event" (run_id, id) WHERE fate = 'pending';
ALTER TABLE "activity" ADD CONSTRAINT "activity_status"
  CHECK (status IN ('held', 'backoff', 'queued', 'running', 'cancelling', 'done', 'failed', 'lost', 'cancelled', 'stale'));
CREATE UNIQUE INDEX "activity_in_flight" ON "activity" (run_id, invoke_id) WHERE status IN ('held', 'backoff', 'queued', 'running');
CREATE INDEX "activity_queued" ON "activity" (queue) WHERE status = 'queued';
CREATE INDEX "activity_in_hand" ON "activity" (runner_id) WHERE status IN ('running', 'cancelling');
CREATE INDEX "activity_cancelling" ON "activity" (run_id) WHERE status = 'cancelling';
CREATE INDEX "activity_held" ON "activity" (run_id) WHERE status = 'held';
ALTER TABLE "runner" ADD CONSTRAINT "runner_status" CHECK (status IN ('live', 'stopping', 'gone', 'lost'));
ALTER TABLE "timer" ADD CONSTRAINT "timer_kind" CHECK (kind IN ('machine', 'retry') AND clock IN ('run', 'state', 'wait'));
ALTER TABLE "timer" ADD CONSTRAINT "timer_due" CHECK ((due_at IS NULL) <> (remaining_ms IS NULL));

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "transition_append_only" BEFORE UPDATE OR DELETE ON "transition" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER "audit_append_only" BEFORE UPDATE OR DELETE ON "audit" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER "event_no_delete" BEFORE DELETE ON "event" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER "event_decided_once" BEFORE UPDATE ON "event" FOR EACH ROW WHEN (OLD.fate <> 'pending') EXECUTE FUNCTION refuse_change();

-- Where pg-boss's workers listen for the names of queues with new jobs.
CREATE FUNCTION job_channel() RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT 'pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24)
$$;

-- Hands an activity to pg-boss and gives the queue. Retries and time-outs are the engine's own, so pg-boss gets neither.
-- Null for one that somebody works on by now or that was cancelled: it must not be handed out again.
CREATE FUNCTION queue_activity(p_activity uuid) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_job uuid := gen_random_uuid();
  v_queue text;
BEGIN
  UPDATE activity SET status = 'queued', job_id = v_job
  WHERE id = p_activity AND status IN ('held', 'backoff', 'queued') RETURNING queue INTO v_queue;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO pgboss.job (id, name, data, retry_limit, expire_seconds, deletion_seconds, keep_until, policy)
  VALUES (v_job, v_queue, jsonb_build_object('activityId', p_activity), 0, 86400, 3600, now() + interval '14 days', 'standard');
  RETURN v_queue;
END $$;

-- The same for callers off the beaten track, which may notify in their own transaction.
CREATE FUNCTION enqueue_activity(p_activity uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_queue text := queue_activity(p_activity);
BEGIN
  IF v_queue IS NOT NULL THEN PERFORM pg_notify(job_channel(), v_queue); END IF;
END $$;

-- Lets go what was held back by a pause or by an activity that was still being stopped.
CREATE FUNCTION release_held(p_run uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM enqueue_activity(a.id) FROM activity a JOIN run r ON r.id = a.run_id
  WHERE a.run_id = p_run AND a.status = 'held' AND r.status NOT IN ('paused', 'stopping', 'finished')
    AND NOT EXISTS (SELECT 1 FROM activity c WHERE c.run_id = p_run AND c.status = 'cancelling');
END $$;

-- The part of a step that a run's creation shares with every later event. The run's row is locked by the caller.
-- It answers with the notifications to send after the commit: one in this transaction would take a lock of the whole server
-- until the commit is on disk, so that runs would wait for each other's disks.
CREATE FUNCTION write_step(p_run uuid, p_seq int, p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := clock_timestamp();
  v_after text := p->'clock'->>'after';
  v_before text := p->'clock'->>'before';
  v_status text := p->>'status';
  v_host text;
  v_first int;
  v_held boolean;
  v_claim jsonb := p->'claim';
  v_claimed jsonb := '[]';
  v_idle jsonb;
  v_start jsonb;
  v_id uuid;
  v_queue text;
  v_hints jsonb := jsonb_build_array(jsonb_build_array('firmloop_run', p_run::text || ':' || p_seq));
  v_told jsonb;
BEGIN
  UPDATE run SET
    seq = p_seq, snapshot = p->'snapshot', state = p->>'state', status = v_status, iteration = (p->>'iteration')::int,
    outcome = p->>'outcome', exit_code = (p->>'exitCode')::int,
    finished_at = CASE WHEN v_status = 'finished' THEN v_now END,
    waiting_since = CASE WHEN v_status = 'waiting' THEN coalesce(waiting_since, v_now) END,
    host_id = coalesce(host_id, v_claim->>'hostId')
  WHERE id = p_run RETURNING host_id INTO v_host;

  v_first := (p->'snapshot'->>'transitions')::int - jsonb_array_length(p->'transitions');
  INSERT INTO transition (run_id, seq, event_seq, from_state, to_state, event_type, reason, evidence, iteration, actor, at, ms_in_from)
  SELECT p_run, v_first + t.n::int, p_seq, t.fact->>'from', t.fact->>'to', t.fact->>'event', t.fact->>'reason', t.fact->'evidence',
    (t.fact->>'iteration')::int, t.fact->>'actor', to_timestamp((t.fact->>'at')::float8 / 1000), (t.fact->>'msInFrom')::bigint
  FROM jsonb_array_elements(p->'transitions') WITH ORDINALITY AS t(fact, n);

  IF jsonb_array_length(p->'records') > 0 THEN
    INSERT INTO record (run_id, kind, key, data, event_seq)
    SELECT p_run, x.kind, x.key, x.data, p_seq FROM (
      SELECT f->>'kind' AS kind, f->>'key' AS key, merge_objects(f->'data' ORDER BY n) AS data
      FROM jsonb_array_elements(p->'records') WITH ORDINALITY AS r(f, n) GROUP BY 1, 2) x
    ON CONFLICT (run_id, kind, key) DO UPDATE
      SET data = record.data || EXCLUDED.data, event_seq = EXCLUDED.event_seq, updated_at = v_now;
  END IF;

  IF v_status = 'finished' THEN
    DELETE FROM timer WHERE run_id = p_run;
  ELSE
    IF jsonb_array_length(p->'clearTimers') > 0 THEN
      DELETE FROM timer WHERE run_id = p_run AND id IN (SELECT jsonb_array_elements_text(p->'clearTimers'));
    END IF;
    IF v_before <> v_after THEN
      UPDATE timer SET remaining_ms = greatest(0, extract(epoch FROM due_at - v_now) * 1000)::bigint, due_at = NULL
      WHERE run_id = p_run AND due_at IS NOT NULL AND (v_after = 'paused' OR (v_after = 'waiting' AND clock <> 'wait'));
      UPDATE timer SET due_at = v_now + remaining_ms * interval '1 ms', remaining_ms = NULL
      WHERE run_id = p_run AND due_at IS NULL AND NOT (v_after = 'paused' OR (v_after = 'waiting' AND clock <> 'wait'));
    END IF;
    IF (p->>'moveRunTimerBy')::bigint <> 0 THEN
      UPDATE timer SET due_at = due_at + (p->>'moveRunTimerBy')::bigint * interval '1 ms',
        remaining_ms = remaining_ms + (p->>'moveRunTimerBy')::bigint
      WHERE run_id = p_run AND id = 'engine.run';
    END IF;
    INSERT INTO timer (run_id, id, visit, kind, clock, due_at, remaining_ms, payload)
    SELECT p_run, t->>'id', (t->>'visit')::int, 'machine', t->>'clock',
      CASE WHEN f.frozen THEN NULL ELSE v_now + (t->>'delayMs')::bigint * interval '1 ms' END,
      CASE WHEN f.frozen THEN (t->>'delayMs')::bigint END, t->'event'
    FROM jsonb_array_elements(p->'setTimers') t,
      LATERAL (SELECT v_after = 'paused' OR (v_after = 'waiting' AND t->>'clock' <> 'wait') AS frozen) f
    ON CONFLICT (run_id, id) DO UPDATE SET visit = EXCLUDED.visit, clock = EXCLUDED.clock, due_at = EXCLUDED.due_at,
      remaining_ms = EXCLUDED.remaining_ms, payload = EXCLUDED.payload;
    -- Runners look every five seconds by themselves.
    IF (v_before <> v_after OR jsonb_array_length(p->'setTimers') > 0 OR (p->>'moveRunTimerBy')::bigint <> 0)
      AND EXISTS (SELECT 1 FROM timer WHERE run_id = p_run AND due_at < v_now + interval '5 seconds') THEN
      v_hints := v_hints || '[["firmloop_timer", ""]]';
    END IF;
  END IF;

  -- What nobody works on is cancelled at once; a runner is told to stop the rest.
  IF v_status = 'finished' OR jsonb_array_length(p->'cancel') > 0 THEN
    WITH gone AS (
      UPDATE activity SET
        status = CASE WHEN status = 'running' THEN 'cancelling' ELSE 'cancelled' END,
        cancelled_at = v_now, finished_at = CASE WHEN status = 'running' THEN NULL ELSE v_now END
      WHERE run_id = p_run AND status IN ('held', 'backoff', 'queued', 'running')
        AND (v_status = 'finished' OR invoke_id IN (SELECT jsonb_array_elements_text(p->'cancel')))
      RETURNING id, invoke_id, visit, status, job_id, queue
    ), unqueued AS (
      UPDATE pgboss.job j SET state = 'cancelled', completed_on = v_now FROM gone
      WHERE j.id = gone.job_id AND j.name = gone.queue AND gone.status = 'cancelled' AND j.state = 'created'
    ), unretried AS (
      DELETE FROM timer WHERE run_id = p_run AND kind = 'retry' AND id IN (SELECT 'retry:' || invoke_id FROM gone)
    )
    SELECT coalesce(jsonb_agg(jsonb_build_object('invokeId', invoke_id, 'visit', visit)) FILTER (WHERE status = 'cancelled'), '[]'),
      coalesce(jsonb_agg(jsonb_build_array('firmloop_cancel', id)) FILTER (WHERE status = 'cancelling'), '[]')
    INTO v_idle, v_told FROM gone;
    v_hints := v_hints || v_told;
  END IF;

  IF jsonb_array_length(p->'start') > 0 THEN
    -- A runner that was declared dead may still report what it did, but it gets nothing more to do.
    IF NOT EXISTS (SELECT 1 FROM runner WHERE id = (v_claim->>'runnerId')::uuid AND status IN ('live', 'stopping')) THEN
      v_claim := NULL;
    END IF;
    v_held := v_after = 'paused' OR EXISTS (SELECT 1 FROM activity WHERE run_id = p_run AND status = 'cancelling');
    FOR v_start IN SELECT * FROM jsonb_array_elements(p->'start') LOOP
      v_id := (v_start->>'id')::uuid;
      v_queue := CASE WHEN v_start->>'place' = 'host' AND v_host IS NOT NULL THEN 'activity/host/' || v_host ELSE 'activity/any' END;
      -- A runner with a free hand keeps the run unless somebody else's work is waiting for that hand.
      IF NOT v_held AND v_claim->>'hostId' = v_host AND NOT EXISTS (
        SELECT 1 FROM activity WHERE status = 'queued' AND queue IN ('activity/any', 'activity/host/' || v_host)
      ) THEN
        INSERT INTO activity (id, run_id, invoke_id, visit, attempt, name, input, idempotent, queue, status, iteration, runner_id, started_at)
        VALUES (v_id, p_run, v_start->>'invokeId', (v_start->>'visit')::int, 1, v_start->>'name', v_start->'input',
          (v_start->>'idempotent')::boolean, v_queue, 'running', (p->>'iteration')::int, (v_claim->>'runnerId')::uuid, v_now);
        v_claimed := v_claimed || to_jsonb(v_id);
      ELSE
        INSERT INTO activity (id, run_id, invoke_id, visit, attempt, name, input, idempotent, queue, status, iteration)
        VALUES (v_id, p_run, v_start->>'invokeId', (v_start->>'visit')::int, 1, v_start->>'name', v_start->'input',
          (v_start->>'idempotent')::boolean, v_queue, 'held', (p->>'iteration')::int);
        IF NOT v_held THEN v_hints := v_hints || jsonb_build_array(jsonb_build_array(job_channel(), queue_activity(v_id))); END IF;
      END IF;
    END LOOP;
  END IF;

  IF v_before = 'paused' AND v_after <> 'paused' THEN PERFORM release_held(p_run); END IF;
  IF v_status = 'finished' THEN v_hints := v_hints || jsonb_build_array(jsonb_build_array('firmloop_ended', p_run)); END IF;
  RETURN jsonb_build_object('result', 'applied', 'seq', p_seq, 'claimed', v_claimed, 'idle', coalesce(v_idle, '[]'), 'hints', v_hints,
    'pending', EXISTS (SELECT 1 FROM event WHERE run_id = p_run AND fate = 'pending'));
END $$;

-- The only way a run moves: under its row lock, and only if it still stands where the step was computed.
CREATE FUNCTION apply_step(p_run uuid, p_seq int, p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_seq int;
  v_event event%ROWTYPE;
  v_finish jsonb := p->'finish';
  v_job uuid;
  v_queue text;
BEGIN
  SELECT seq INTO v_seq FROM run WHERE id = p_run FOR UPDATE;
  IF NOT FOUND THEN RETURN '{"result": "missing"}'; END IF;
  SELECT * INTO v_event FROM event WHERE run_id = p_run AND key = p->'event'->>'key';
  IF FOUND AND v_event.fate <> 'pending' THEN
    RETURN jsonb_build_object('result', 'repeated', 'fate', v_event.fate, 'reason', v_event.reason, 'seq', v_event.seq);
  END IF;
  IF v_seq <> p_seq THEN RETURN '{"result": "moved"}'; END IF;

  IF v_finish IS NOT NULL AND v_finish <> 'null' THEN
    UPDATE activity SET status = v_finish->>'status', finished_at = clock_timestamp(), output = v_finish->'output', error = v_finish->'error'
    WHERE id = (v_finish->>'activityId')::uuid AND status = v_finish->>'from'
    RETURNING job_id, queue INTO v_job, v_queue;
    IF NOT FOUND THEN RETURN '{"result": "fenced"}'; END IF;
    IF v_job IS NOT NULL THEN
      UPDATE pgboss.job SET state = 'completed', completed_on = now() WHERE name = v_queue AND id = v_job AND state IN ('created', 'active');
    END IF;
  END IF;

  INSERT INTO event (run_id, key, seq, type, payload, actor, fate, at)
  VALUES (p_run, p->'event'->>'key', p_seq + 1, p->'event'->>'type', p->'event'->'payload', p->'event'->>'actor', 'applied',
    to_timestamp((p->'event'->>'at')::float8 / 1000))
  ON CONFLICT (run_id, key) DO UPDATE SET seq = EXCLUDED.seq, fate = 'applied', at = EXCLUDED.at;
  IF p->'event'->'payload' ? 'timer' THEN
    DELETE FROM timer WHERE run_id = p_run AND id = p->'event'->'payload'->>'timer';
  END IF;
  RETURN write_step(p_run, p_seq + 1, p);
END $$;

-- A new run with what its creation starts, and its first event in the same breath.
CREATE FUNCTION create_run(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_run uuid := (p->'run'->>'id')::uuid;
  v_number int;
  v_created jsonb;
  v_first jsonb;
BEGIN
  INSERT INTO run (id, project_id, machine, machine_version, title, input, snapshot, state, status, created_by, created_at)
  VALUES (v_run, (p->'run'->>'projectId')::uuid, p->'run'->>'machine', (p->'run'->>'machineVersion')::int, p->'run'->>'title',
    p->'run'->'input', '{}', '', 'active', p->'run'->>'createdBy', to_timestamp((p->'run'->>'createdAt')::float8 / 1000))
  RETURNING number INTO v_number;
  v_created := write_step(v_run, 0, p->'created');
  v_first := apply_step(v_run, 0, p->'first');
  RETURN jsonb_build_object('number', v_number, 'hints', (v_created->'hints') || (v_first->'hints'));
END $$;

-- An event that moved nothing: it keeps its fate. A decided event is not decided again. One that is to wait is filed only
-- while the run stands where that was found: a step in between may be the one it waits for, and would not look again.
-- The run's row comes first here too: a step that writes the same event holds it and would wait for this one's row.
CREATE FUNCTION file_event(p_run uuid, p_seq int, p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE v_event event%ROWTYPE;
BEGIN
  PERFORM 1 FROM run WHERE id = p_run AND (seq = p_seq OR p->>'fate' <> 'pending') FOR SHARE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO event (run_id, key, type, payload, actor, fate, reason)
  VALUES (p_run, p->>'key', p->>'type', p->'payload', p->>'actor', p->>'fate', p->>'reason')
  ON CONFLICT (run_id, key) DO NOTHING;
  UPDATE event SET fate = p->>'fate', reason = p->>'reason'
  WHERE run_id = p_run AND key = p->>'key' AND fate = 'pending' AND p->>'fate' <> 'pending';
  SELECT * INTO v_event FROM event WHERE run_id = p_run AND key = p->>'key';
  RETURN jsonb_build_object('fate', v_event.fate, 'reason', v_event.reason, 'seq', v_event.seq);
END $$;

-- A runner takes a job: nothing comes back when the activity was cancelled, taken over or taken before.
CREATE FUNCTION claim_activity(p_activity uuid, p_runner uuid, p_host text) RETURNS SETOF activity LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM run WHERE id = (SELECT run_id FROM activity WHERE id = p_activity) FOR UPDATE;
  RETURN QUERY UPDATE activity SET status = 'running', runner_id = p_runner, started_at = clock_timestamp()
    WHERE id = p_activity AND status = 'queued'
      AND EXISTS (SELECT 1 FROM runner WHERE id = p_runner AND status IN ('live', 'stopping'))
    RETURNING *;
  UPDATE run SET host_id = p_host WHERE host_id IS NULL AND id = (SELECT run_id FROM activity WHERE id = p_activity AND runner_id = p_runner);
END $$;

-- An activity that moves no run any more is off the books: cancelled, or finished too late. Answers the run's status.
CREATE FUNCTION activity_gone(p_activity uuid, p_status text, p_output jsonb, p_error jsonb) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_run uuid;
  v_status text;
BEGIN
  SELECT id, status INTO v_run, v_status FROM run WHERE id = (SELECT run_id FROM activity WHERE id = p_activity) FOR UPDATE;
  UPDATE activity SET status = p_status, finished_at = clock_timestamp(), output = p_output, error = p_error
  WHERE id = p_activity AND status = 'cancelling';
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM release_held(v_run);
  RETURN v_status;
END $$;

-- The next attempt of an idempotent activity: at once (a lost runner) or after its backoff.
CREATE FUNCTION retry_activity(p_activity uuid, p_new uuid, p_status text, p_delay_ms bigint, p_error jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_old activity%ROWTYPE;
  v_run run%ROWTYPE;
BEGIN
  SELECT * INTO v_run FROM run WHERE id = (SELECT run_id FROM activity WHERE id = p_activity) FOR UPDATE;
  UPDATE activity SET status = p_status, finished_at = clock_timestamp(), error = p_error
  WHERE id = p_activity AND status = 'running' RETURNING * INTO v_old;
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE pgboss.job SET state = 'failed', completed_on = now() WHERE name = v_old.queue AND id = v_old.job_id AND state IN ('created', 'active');
  INSERT INTO activity (id, run_id, invoke_id, visit, attempt, name, input, idempotent, queue, status, iteration)
  VALUES (p_new, v_old.run_id, v_old.invoke_id, v_old.visit, v_old.attempt + 1, v_old.name, v_old.input, v_old.idempotent, v_old.queue,
    CASE WHEN v_run.status = 'paused' THEN 'held' ELSE 'backoff' END, v_old.iteration);
  IF v_run.status = 'paused' THEN RETURN true; END IF;
  IF p_delay_ms = 0 THEN
    PERFORM enqueue_activity(p_new);
  ELSE
    INSERT INTO timer (run_id, id, visit, kind, clock, due_at, payload)
    VALUES (v_old.run_id, 'retry:' || v_old.invoke_id, v_old.attempt + 1, 'retry', 'state', clock_timestamp() + p_delay_ms * interval '1 ms',
      jsonb_build_object('activityId', p_new))
    ON CONFLICT (run_id, id) DO UPDATE SET visit = EXCLUDED.visit, due_at = EXCLUDED.due_at, remaining_ms = NULL, payload = EXCLUDED.payload;
    PERFORM pg_notify('firmloop_timer', '');
  END IF;
  RETURN true;
END $$;

CREATE FUNCTION fire_retry(p_run uuid, p_timer text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_activity uuid;
BEGIN
  PERFORM 1 FROM run WHERE id = p_run FOR UPDATE;
  DELETE FROM timer WHERE run_id = p_run AND id = p_timer AND due_at <= clock_timestamp() RETURNING (payload->>'activityId')::uuid INTO v_activity;
  IF v_activity IS NULL THEN RETURN; END IF;
  PERFORM enqueue_activity(id) FROM activity WHERE id = v_activity AND status = 'backoff';
END $$;

-- A runner is dead or fenced. What it was stopping is proved gone with it; the rest comes back to be decided on.
CREATE FUNCTION lose_runner(p_runner uuid, p_status text, p_because text) RETURNS SETOF activity LANGUAGE plpgsql AS $$
DECLARE v_gone uuid;
BEGIN
  UPDATE runner SET status = p_status, ended_at = clock_timestamp(), ended_because = p_because
  WHERE id = p_runner AND status IN ('live', 'stopping');
  IF NOT FOUND THEN RETURN; END IF;
  FOR v_gone IN SELECT id FROM activity WHERE runner_id = p_runner AND status = 'cancelling' ORDER BY run_id LOOP
    PERFORM activity_gone(v_gone, 'cancelled', NULL, NULL);
  END LOOP;
  RETURN QUERY SELECT * FROM activity WHERE runner_id = p_runner AND status = 'running';
END $$;

-- A job that died between pg-boss and us (fetched, never claimed) is handed out again; the claim is fenced, so twice is
-- harmless. A run that somebody moves right now is left for the next look.
CREATE FUNCTION requeue_orphans() RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  v_orphan record;
  v_count int := 0;
BEGIN
  FOR v_orphan IN
    SELECT a.id, a.run_id FROM activity a LEFT JOIN pgboss.job j ON j.id = a.job_id AND j.name = a.queue
    WHERE a.status = 'queued' AND (j.id IS NULL OR (j.state <> 'created' AND j.started_on < now() - interval '5 seconds'))
  LOOP
    PERFORM 1 FROM run WHERE id = v_orphan.run_id FOR UPDATE SKIP LOCKED;
    CONTINUE WHEN NOT FOUND;
    PERFORM enqueue_activity(v_orphan.id);
    v_count := v_count + 1;
  END LOOP;
  RETURN v_count;
END $$;
