-- A loop's measurement knows the board that the run held: the machine remembers it while it has the lease.
CREATE OR REPLACE FUNCTION place_result_set() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.run_id IS NOT NULL THEN
    SELECT r.project_id, coalesce(NEW.branch, r.input->>'ref'), coalesce(NEW.environment, r.input->>'environment'),
      coalesce(NEW.board, r.snapshot #>> '{context,board}'),
      coalesce(NEW.commit, CASE WHEN NEW.iteration = 0 THEN r.input->>'baseCommit' END),
      coalesce(NEW.agent, (SELECT c.agent FROM agent_call c WHERE c.run_id = NEW.run_id AND c.iteration = NEW.iteration ORDER BY c.started_at DESC LIMIT 1))
    INTO NEW.project_id, NEW.branch, NEW.environment, NEW.board, NEW.commit, NEW.agent FROM run r WHERE r.id = NEW.run_id;
  END IF;
  NEW.measured_at := coalesce(NEW.measured_at, NEW.created_at);
  RETURN NEW;
END $$;
