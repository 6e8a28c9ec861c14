-- A run that got stuck and is a team's to decide on. The database opens and closes it with the run's own step.
CREATE TABLE "review" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "number" SERIAL NOT NULL,
    "run_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "opened_seq" INTEGER NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "iteration" INTEGER NOT NULL,
    "why" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "approvals" INTEGER NOT NULL,
    "remind_every_minutes" INTEGER NOT NULL,
    "remind_at" TIMESTAMPTZ(3) NOT NULL,
    "overdue_told" BOOLEAN NOT NULL DEFAULT false,
    "carry_checked" BOOLEAN NOT NULL DEFAULT false,
    "closed_at" TIMESTAMPTZ(3),
    "closed_seq" INTEGER,

    CONSTRAINT "review_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "review_approvals" CHECK (approvals BETWEEN 1 AND 10),
    CONSTRAINT "review_closed" CHECK ((closed_at IS NULL) = (closed_seq IS NULL)),
    CONSTRAINT "review_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "review_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "review_number_key" ON "review"("number");
CREATE INDEX "review_run_id_idx" ON "review"("run_id");
CREATE INDEX "review_project_id_opened_at_idx" ON "review"("project_id", "opened_at" DESC);
CREATE UNIQUE INDEX "review_open_once" ON "review" (run_id) WHERE closed_at IS NULL;
CREATE INDEX "review_open" ON "review" (remind_at) WHERE closed_at IS NULL;
ALTER TABLE "notice" ADD CONSTRAINT "notice_review_id_fkey" FOREIGN KEY ("review_id") REFERENCES "review"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TABLE "review_assignee" (
    "review_id" UUID NOT NULL,
    "person" TEXT NOT NULL,
    "assigned_by" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "review_assignee_pkey" PRIMARY KEY ("review_id", "person"),
    CONSTRAINT "review_assignee_review_id_fkey" FOREIGN KEY ("review_id") REFERENCES "review"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- The discussion and what happened to the review, in one line of time. Append-only.
CREATE TABLE "review_entry" (
    "id" BIGSERIAL NOT NULL,
    "review_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "text" TEXT NOT NULL DEFAULT '',
    "data" JSONB NOT NULL DEFAULT '{}',
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "review_entry_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "review_entry_kind" CHECK (kind IN ('opened', 'reopened', 'comment', 'assigned', 'unassigned', 'handed-over', 'due',
      'approvals', 'proposed', 'approved', 'withdrawn', 'refused', 'carried', 'closed')),
    CONSTRAINT "review_entry_review_id_fkey" FOREIGN KEY ("review_id") REFERENCES "review"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "review_entry_review_id_id_idx" ON "review_entry"("review_id", "id");
CREATE TRIGGER "review_entry_append_only" BEFORE UPDATE OR DELETE ON "review_entry" FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- A verdict as one person gave it. It moves the run once enough people have approved exactly this. `carry` names the tests
-- that stood in its way when it is to hold for later runs too.
CREATE TABLE "review_proposal" (
    "id" UUID NOT NULL,
    "review_id" UUID NOT NULL,
    "by" TEXT NOT NULL,
    "decision" JSONB NOT NULL,
    "reason" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "carry" JSONB,
    "status" TEXT NOT NULL DEFAULT 'open',
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "review_proposal_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "review_proposal_status" CHECK (status IN ('open', 'applied', 'refused', 'withdrawn', 'overtaken')),
    CONSTRAINT "review_proposal_review_id_fkey" FOREIGN KEY ("review_id") REFERENCES "review"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "review_proposal_review_id_idx" ON "review_proposal"("review_id");
CREATE UNIQUE INDEX "review_proposal_one_each" ON "review_proposal" (review_id, by) WHERE status = 'open';

-- Bound to the digest of what was approved; one person counts once.
CREATE TABLE "review_approval" (
    "proposal_id" UUID NOT NULL,
    "person" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "review_approval_pkey" PRIMARY KEY ("proposal_id", "person"),
    CONSTRAINT "review_approval_proposal_id_fkey" FOREIGN KEY ("proposal_id") REFERENCES "review_proposal"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- A decision that is to hold for later runs that get stuck on the same tests.
CREATE TABLE "carried_decision" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "project_id" UUID NOT NULL,
    "from_review_id" UUID NOT NULL,
    "blocking" TEXT NOT NULL,
    "tests" JSONB NOT NULL,
    "decision" JSONB NOT NULL,
    "reason" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "ended_by" TEXT,

    CONSTRAINT "carried_decision_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "carried_decision_ended" CHECK ((ended_at IS NULL) = (ended_by IS NULL)),
    CONSTRAINT "carried_decision_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "carried_decision_from_review_id_fkey" FOREIGN KEY ("from_review_id") REFERENCES "review"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "carried_decision_from_review_id_key" ON "carried_decision"("from_review_id");
CREATE UNIQUE INDEX "carried_decision_in_force" ON "carried_decision" (project_id, blocking) WHERE ended_at IS NULL;

-- A decision is carried to a run once: a run that gets stuck again on the same tests is a person's to decide on.
CREATE TABLE "carried_use" (
    "decision_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "review_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "carried_use_pkey" PRIMARY KEY ("decision_id", "run_id"),
    CONSTRAINT "carried_use_decision_id_fkey" FOREIGN KEY ("decision_id") REFERENCES "carried_decision"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "carried_use_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "carried_use_review_id_fkey" FOREIGN KEY ("review_id") REFERENCES "review"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Opens a review when its run comes to a person. One that could not roll back comes back to the same review.
CREATE FUNCTION open_review() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_asked jsonb := NEW.snapshot #> '{context,review}';
  v_policy wait_policy := wait_policy_of(NEW.project_id);
  v_now timestamptz := clock_timestamp();
  v_due timestamptz := v_now + least((v_asked->>'dueMs')::float8, v_policy.answer_within_minutes * 60000.0) * interval '1 ms';
  v_review uuid;
BEGIN
  IF OLD.state = 'HUMAN_REVIEW.ROLL_BACK' THEN
    UPDATE review SET closed_at = NULL, closed_seq = NULL, remind_at = v_now + remind_every_minutes * interval '1 minute', due_at = v_due, overdue_told = false
    WHERE id = (SELECT id FROM review WHERE run_id = NEW.id ORDER BY number DESC LIMIT 1) RETURNING id INTO v_review;
    IF FOUND THEN
      INSERT INTO review_entry (review_id, kind, by) VALUES (v_review, 'reopened', 'engine');
      INSERT INTO notice (kind, run_id, project_id, review_id, data)
      VALUES ('review.opened', NEW.id, NEW.project_id, v_review, '{"again": true}');
      RETURN NULL;
    END IF;
  END IF;
  INSERT INTO review (run_id, project_id, opened_seq, opened_at, iteration, why, due_at, approvals, remind_every_minutes, remind_at)
  VALUES (NEW.id, NEW.project_id, NEW.seq, v_now, NEW.iteration, coalesce(v_asked->>'why', ''), v_due, v_policy.approvals,
    v_policy.remind_every_minutes, v_now + v_policy.remind_every_minutes * interval '1 minute')
  RETURNING id INTO v_review;
  INSERT INTO review_entry (review_id, kind, by, text) VALUES (v_review, 'opened', 'engine', coalesce(v_asked->>'why', ''));
  INSERT INTO notice (kind, run_id, project_id, review_id, data)
  VALUES ('review.opened', NEW.id, NEW.project_id, v_review, jsonb_build_object('why', v_asked->>'why'));
  RETURN NULL;
END $$;
CREATE TRIGGER "run_review_opens" AFTER UPDATE ON "run" FOR EACH ROW
  WHEN (NEW.state = 'HUMAN_REVIEW.OPEN' AND OLD.state <> 'HUMAN_REVIEW.OPEN') EXECUTE FUNCTION open_review();

-- Closes it with the step that moves the run on. The key of that step's event says whether a proposal was it.
CREATE FUNCTION close_review() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_event event%ROWTYPE;
  v_review uuid;
  v_applied uuid;
  v_proposal review_proposal%ROWTYPE;
BEGIN
  UPDATE review SET closed_at = clock_timestamp(), closed_seq = NEW.seq WHERE run_id = NEW.id AND closed_at IS NULL RETURNING id INTO v_review;
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT * INTO v_event FROM event WHERE run_id = NEW.id AND seq = NEW.seq;
  UPDATE review_proposal SET status = 'applied'
  WHERE review_id = v_review AND status = 'open' AND v_event.key LIKE 'verdict:' || id || ':%' RETURNING id INTO v_applied;
  UPDATE review_proposal SET status = 'overtaken' WHERE review_id = v_review AND status = 'open';
  SELECT * INTO v_proposal FROM review_proposal WHERE id = v_applied AND carry IS NOT NULL;
  IF FOUND THEN
    UPDATE carried_decision SET ended_at = clock_timestamp(), ended_by = v_proposal."by"
    WHERE project_id = NEW.project_id AND blocking = v_proposal.carry->>'blocking' AND ended_at IS NULL;
    INSERT INTO carried_decision (project_id, from_review_id, blocking, tests, decision, reason, by)
    VALUES (NEW.project_id, v_review, v_proposal.carry->>'blocking', v_proposal.carry->'tests', v_proposal.decision, v_proposal.reason, v_proposal."by")
    ON CONFLICT (from_review_id) DO UPDATE SET blocking = EXCLUDED.blocking, tests = EXCLUDED.tests, decision = EXCLUDED.decision,
      reason = EXCLUDED.reason, by = EXCLUDED.by, at = clock_timestamp(), ended_at = NULL, ended_by = NULL;
  END IF;
  INSERT INTO review_entry (review_id, kind, by, text, data)
  VALUES (v_review, 'closed', v_event.actor, coalesce(v_event.payload->>'reason', ''),
    jsonb_build_object('to', NEW.state, 'event', v_event.type, 'proposal', v_applied));
  INSERT INTO notice (kind, run_id, project_id, review_id, actor, data)
  VALUES ('review.decided', NEW.id, NEW.project_id, v_review, v_event.actor,
    jsonb_build_object('to', NEW.state, 'event', v_event.type, 'reason', v_event.payload->>'reason'));
  RETURN NULL;
END $$;
CREATE TRIGGER "run_review_closes" AFTER UPDATE ON "run" FOR EACH ROW
  WHEN (OLD.state = 'HUMAN_REVIEW.OPEN' AND NEW.state <> 'HUMAN_REVIEW.OPEN') EXECUTE FUNCTION close_review();

-- Where several people must agree, no verdict moves the run that too few have approved, whoever sends it.
CREATE FUNCTION require_approvals() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_review review%ROWTYPE;
  v_given int;
BEGIN
  SELECT * INTO v_review FROM review WHERE run_id = NEW.run_id AND closed_at IS NULL;
  IF NOT FOUND OR v_review.approvals = 1 THEN RETURN NEW; END IF;
  SELECT count(*) INTO v_given FROM review_proposal p JOIN review_approval a ON a.proposal_id = p.id AND a.digest = p.digest
  WHERE p.review_id = v_review.id AND p.status = 'open' AND NEW.key LIKE 'verdict:' || p.id || ':%';
  IF v_given < v_review.approvals THEN
    RAISE EXCEPTION 'review % needs % approvals and this verdict has %', v_review.number, v_review.approvals, v_given
      USING ERRCODE = 'check_violation', CONSTRAINT = 'review_needs_approvals';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "event_review_approved" BEFORE INSERT OR UPDATE ON "event" FOR EACH ROW
  WHEN (NEW.fate = 'applied' AND NEW.type LIKE 'review.%' AND NEW.type <> 'review.overdue') EXECUTE FUNCTION require_approvals();

-- Reminders of open reviews that are due: to whom they are assigned, else to everybody; once more when the due time has passed.
CREATE FUNCTION remind_of_reviews() RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  v_review review%ROWTYPE;
  v_kind text;
  v_count int := 0;
BEGIN
  FOR v_review IN SELECT r.* FROM review r JOIN run ON run.id = r.run_id
    WHERE r.closed_at IS NULL AND run.status = 'waiting'
      AND (r.remind_at <= clock_timestamp() OR (NOT r.overdue_told AND r.due_at <= clock_timestamp()))
    FOR UPDATE OF r SKIP LOCKED
  LOOP
    v_kind := CASE WHEN NOT v_review.overdue_told AND v_review.due_at <= clock_timestamp() THEN 'review.overdue' ELSE 'review.reminder' END;
    UPDATE review SET remind_at = clock_timestamp() + remind_every_minutes * interval '1 minute',
      overdue_told = overdue_told OR v_kind = 'review.overdue' WHERE id = v_review.id;
    INSERT INTO notice (kind, run_id, project_id, review_id, person, data)
    SELECT v_kind, v_review.run_id, v_review.project_id, v_review.id, a.person,
      jsonb_build_object('since', round(extract(epoch FROM v_review.opened_at) * 1000), 'due', round(extract(epoch FROM v_review.due_at) * 1000))
    FROM (SELECT person FROM review_assignee WHERE review_id = v_review.id
      UNION ALL SELECT NULL WHERE NOT EXISTS (SELECT 1 FROM review_assignee WHERE review_id = v_review.id)) a;
    v_count := v_count + 1;
  END LOOP;
  RETURN v_count;
END $$;

-- What people do in a review stands in the audit log by the transaction that does it; the verdict itself is the run's event.
CREATE FUNCTION audit_review_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit(NEW."by", 'review.' || NEW.kind, 'review', v.number::text, v.project_id, NULL, NEW.data || jsonb_build_object('text', left(NEW.text, 400)))
  FROM review v WHERE v.id = NEW.review_id;
  RETURN NULL;
END $$;
CREATE TRIGGER "review_entry_audit" AFTER INSERT ON "review_entry" FOR EACH ROW
  WHEN (NEW."by" NOT IN ('engine', 'runner', 'timer') AND NEW.kind NOT IN ('closed', 'carried')) EXECUTE FUNCTION audit_review_entry();
CREATE FUNCTION audit_carried_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_audit(NEW.ended_by, 'review.end-carried', 'review', v.number::text, NEW.project_id, NULL, jsonb_build_object('decision', NEW.decision))
  FROM review v WHERE v.id = NEW.from_review_id;
  RETURN NULL;
END $$;
CREATE TRIGGER "carried_decision_audit" AFTER UPDATE ON "carried_decision" FOR EACH ROW
  WHEN (NEW.ended_at IS NOT NULL AND OLD.ended_at IS NULL) EXECUTE FUNCTION audit_carried_end();

-- Runs that wait for a person already.
INSERT INTO review (run_id, project_id, opened_seq, iteration, why, due_at, approvals, remind_every_minutes, remind_at)
SELECT run.id, run.project_id, run.seq, run.iteration, coalesce(run.snapshot #>> '{context,review,why}', ''),
  (SELECT due_at FROM timer WHERE timer.run_id = run.id AND timer.id = 'review due'), 1, 240, clock_timestamp() + interval '240 minutes'
FROM run WHERE run.state = 'HUMAN_REVIEW.OPEN' AND run.status IN ('waiting', 'paused');
INSERT INTO review_entry (review_id, kind, by, text) SELECT id, 'opened', 'engine', why FROM review;
