-- Whose turn has come, whose boards are about to go, and who loses boards that they have or wait for.
ALTER TABLE "notice" DROP CONSTRAINT "notice_kind";
ALTER TABLE "notice" ADD CONSTRAINT "notice_kind" CHECK (kind IN ('review.opened', 'review.assigned', 'review.mentioned', 'review.proposed',
  'review.decided', 'review.reminder', 'review.overdue', 'run.waiting', 'run.plateaued', 'run.ended', 'board.granted', 'board.ending',
  'board.lost', 'channel.test', 'report.due'));

-- The end that its holder has been told of: a lease that is extended is told of again.
ALTER TABLE "lease" ADD COLUMN "end_told" TIMESTAMPTZ(3);

-- What a notice says of a reservation: its boards, those that it had last once it has ended, or what it waits for.
CREATE FUNCTION told_of_reservation(r reservation) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('number', r.number, 'wants', r.wants, 'because', r.ended_because,
    'boards', coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name) ORDER BY w.want), '[]'),
    'until', round(extract(epoch FROM max(w.ends_at)) * 1000))
  FROM reservation_board w JOIN board b ON b.id = w.board_id
  WHERE w.reservation_id = r.id AND w.released_at IS NOT DISTINCT FROM r.ended_at
$$;

CREATE FUNCTION notice_turn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notice (kind, person, data) VALUES ('board.granted', NEW.holder, told_of_reservation(NEW));
  RETURN NULL;
END $$;
CREATE TRIGGER "reservation_tells_turn" AFTER UPDATE ON "reservation" FOR EACH ROW
  WHEN (NEW.run_id IS NULL AND OLD.status = 'queued' AND NEW.status = 'held') EXECUTE FUNCTION notice_turn();

-- Boards whose time is up are no loss.
CREATE FUNCTION notice_loss() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status = 'held' AND NOT EXISTS (SELECT FROM reservation_board WHERE reservation_id = NEW.id AND ends_at > NEW.ended_at) THEN
    RETURN NULL;
  END IF;
  INSERT INTO notice (kind, person, actor, data)
  VALUES ('board.lost', NEW.holder, nullif(NEW.ended_by, 'engine'), told_of_reservation(NEW));
  RETURN NULL;
END $$;
CREATE TRIGGER "reservation_tells_loss" AFTER UPDATE ON "reservation" FOR EACH ROW
  WHEN (NEW.run_id IS NULL AND OLD.status <> 'ended' AND NEW.status = 'ended'
    AND NEW.ended_by IS DISTINCT FROM NEW.holder AND NEW.ended_by IS DISTINCT FROM NEW.asked_by)
  EXECUTE FUNCTION notice_loss();
