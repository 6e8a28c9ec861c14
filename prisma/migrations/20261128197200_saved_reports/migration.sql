-- Reports with their filter under a name, for everybody who may read reports: whoever opens one sees their own projects in it.
-- One that is sent goes out with what the person who saved it may see at that time.
CREATE TABLE "saved_report" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "report" TEXT NOT NULL,
    "filter" JSONB NOT NULL,
    "created_by" TEXT NOT NULL,
    "person_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "every" TEXT,
    "hour" INTEGER,
    "channel_id" UUID,
    "next_at" TIMESTAMPTZ(3),
    "trouble" TEXT,

    CONSTRAINT "saved_report_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "saved_report_named" CHECK (length("name") BETWEEN 1 AND 100 AND jsonb_typeof("filter") = 'object'),
    CONSTRAINT "saved_report_schedule" CHECK (num_nonnulls("every", "hour", "next_at") IN (0, 3) AND "every" IN ('day', 'week', 'month') AND "hour" BETWEEN 0 AND 23),
    CONSTRAINT "saved_report_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "saved_report_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channel"("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "saved_report_name" ON "saved_report" (lower("name"));
CREATE INDEX "saved_report_due" ON "saved_report" ("next_at") WHERE "next_at" IS NOT NULL;

-- The next time that a day, week (Monday) or month (the first) has this hour on the clock of reports.
CREATE FUNCTION next_report_time(p_every text, p_hour int, p_after timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT min(t) FROM (
    SELECT (date_trunc(p_every, p_after AT TIME ZONE report_zone()) + n * ('1 ' || p_every)::interval + make_interval(hours => p_hour)) AT TIME ZONE report_zone() AS t
    FROM generate_series(0, 1) n) candidate
  WHERE t > p_after
$$;

CREATE FUNCTION audit_saved_report() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_before jsonb := CASE WHEN TG_OP <> 'INSERT' THEN jsonb_build_object('name', OLD.name, 'report', OLD.report, 'every', OLD.every, 'hour', OLD.hour, 'channel', OLD.channel_id) END;
  v_after jsonb := CASE WHEN TG_OP <> 'DELETE' THEN jsonb_build_object('name', NEW.name, 'report', NEW.report, 'every', NEW.every, 'hour', NEW.hour, 'channel', NEW.channel_id) END;
BEGIN
  IF v_before IS DISTINCT FROM v_after THEN
    PERFORM note_audit(coalesce(NEW.created_by, OLD.created_by), CASE TG_OP WHEN 'INSERT' THEN 'report.save' WHEN 'DELETE' THEN 'report.remove' ELSE 'report.schedule' END,
      'saved report', coalesce(NEW.id, OLD.id)::text, NULL, v_before, coalesce(v_after, '{}'));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "saved_report_audit" AFTER INSERT OR UPDATE OR DELETE ON "saved_report" FOR EACH ROW EXECUTE FUNCTION audit_saved_report();

ALTER TABLE "notice" DROP CONSTRAINT "notice_kind";
ALTER TABLE "notice" ADD CONSTRAINT "notice_kind" CHECK (kind IN ('review.opened', 'review.assigned', 'review.mentioned', 'review.proposed',
  'review.decided', 'review.reminder', 'review.overdue', 'run.waiting', 'run.plateaued', 'run.ended', 'channel.test', 'report.due'));

-- Settings are people's: a runner reads those that it works by and changes none.
CREATE OR REPLACE FUNCTION tables_read_by_runners() RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY['channel', 'notice_rule', 'wait_policy', 'criteria_preset', 'model_key', 'report_setting']
$$;
