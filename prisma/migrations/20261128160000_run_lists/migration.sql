-- What the lists of runs are read by, newest first. None of these indexes holds a run's state or snapshot, which change with
-- every step: PostgreSQL can then change the row without touching an index.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE INDEX "run_live" ON "run" (number DESC) WHERE status <> 'finished';
CREATE INDEX "run_of_project" ON "run" (project_id, number DESC);
CREATE INDEX "run_by_outcome" ON "run" (outcome, number DESC) WHERE outcome IS NOT NULL;
CREATE INDEX "run_by_end" ON "run" (finished_at DESC) WHERE finished_at IS NOT NULL;
CREATE INDEX "run_title_words" ON "run" USING gin (title gin_trgm_ops);

-- The agents that a run may ask, whatever its machine calls the place. An array of words has statistics, so the planner knows
-- a rare agent from a common one.
CREATE FUNCTION run_agents(input jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT name #>> '{}'), '{}')
  FROM (SELECT jsonb_path_query(input, '$.strategies[*].agents[*]') UNION ALL SELECT jsonb_path_query(input, '$.agent')) AS asked (name)
$$;
CREATE INDEX "run_by_agent" ON "run" USING gin (run_agents(input));
