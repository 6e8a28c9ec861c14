-- Runners hear of what they have to do something about: of those who wait, and of the boards of runs. A person who is given a free
-- board needs nobody; and transactions that tell something are committed one after the other, each with a write to disk of its own.
DROP TRIGGER "reservation_tell" ON "reservation";
CREATE TRIGGER "reservation_asked_tell" AFTER INSERT ON "reservation" FOR EACH ROW
  WHEN (NEW.status = 'queued' OR NEW.run_id IS NOT NULL) EXECUTE FUNCTION tell_boards();
CREATE TRIGGER "reservation_changed_tell" AFTER UPDATE ON "reservation" FOR EACH ROW
  WHEN (OLD.status = 'queued' OR NEW.run_id IS NOT NULL) EXECUTE FUNCTION tell_boards();
