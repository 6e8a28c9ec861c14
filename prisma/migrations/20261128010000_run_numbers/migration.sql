-- Runs are numbered without gaps: a sequence skips what a crashed server had fetched in advance. Whoever makes a run waits
-- for the one being made before, so each sees the number that the other took.
CREATE FUNCTION next_run_number() RETURNS int LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('run.number'));
  RETURN (SELECT coalesce(max(number), 0) + 1 FROM run);
END $$;

ALTER TABLE run ALTER COLUMN number SET DEFAULT next_run_number();
DROP SEQUENCE run_number_seq;
