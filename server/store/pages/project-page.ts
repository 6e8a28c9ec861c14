import type { Pool } from 'pg';
import { DomainError } from '#lib/errors.ts';

/** So many of the newest ended runs say how a project does. */
const recentRuns = 100;
/** Of these the last measurement is looked at for tests that do not pass. */
const measuredRuns = 20;
const shownTests = 15;

export interface ProjectFacts {
  readonly id: string;
  readonly name: string;
  readonly repository: string;
  readonly live: number;
}

export interface OutcomeRow {
  readonly machine: string;
  readonly outcome: string;
  readonly state: string;
  readonly runs: number;
}

/** What the runs of a first-asked agent came to. */
export interface AgentRow {
  readonly agent: string;
  readonly runs: number;
  readonly successes: number;
  /** Of the successful runs; null without one. */
  readonly medianIterations: number | null;
  readonly medianMs: number | null;
}

/** A test that was not passing when runs ended. */
export interface BlockingTest {
  readonly id: string;
  readonly name: string;
  readonly suite: string;
  /** Runs that ended with it failing. */
  readonly failing: number;
  /** Number of the newest of them. */
  readonly lastRun: number;
}

/** Throws NOT_FOUND. */
export async function projectFacts(pool: Pool, id: string): Promise<ProjectFacts> {
  const { rows } = await pool.query(
    `SELECT id, name, repository, (SELECT count(*)::int FROM run WHERE status <> 'finished' AND project_id = p.id) AS live
     FROM project p WHERE id = $1`,
    [id],
  );
  const [project] = rows as ProjectFacts[];
  if (project === undefined) throw new DomainError('NOT_FOUND', 'There is no such project.');
  return project;
}

const latest = `SELECT id, number, machine, state, outcome, iteration, created_at, finished_at, input FROM run
  WHERE project_id = $1 AND outcome IS NOT NULL ORDER BY number DESC LIMIT`;

/** How the newest ended runs of a project ended. */
export async function projectOutcomes(pool: Pool, id: string): Promise<OutcomeRow[]> {
  const { rows } = await pool.query(
    `WITH latest AS (${latest} ${recentRuns})
     SELECT machine, outcome, min(state) AS state, count(*)::int AS runs FROM latest GROUP BY machine, outcome ORDER BY runs DESC, outcome`,
    [id],
  );
  return rows as OutcomeRow[];
}

/** How the agents that were asked first did in the newest ended runs of a project. */
export async function projectAgents(pool: Pool, id: string): Promise<AgentRow[]> {
  const { rows } = await pool.query(
    `WITH latest AS (${latest} ${recentRuns}),
     asked AS (SELECT input #>> '{strategies,0,name}' AS agent, outcome = 'SUCCESS' AS good, iteration, extract(epoch FROM finished_at - created_at) * 1000 AS ms FROM latest)
     SELECT agent, count(*)::int AS runs, (count(*) FILTER (WHERE good))::int AS successes,
       percentile_cont(0.5) WITHIN GROUP (ORDER BY iteration) FILTER (WHERE good) AS "medianIterations",
       (percentile_cont(0.5) WITHIN GROUP (ORDER BY ms) FILTER (WHERE good))::float8 AS "medianMs"
     FROM asked WHERE agent IS NOT NULL GROUP BY agent ORDER BY runs DESC, agent LIMIT 20`,
    [id],
  );
  return rows as AgentRow[];
}

/** Tests that were failing in the last measurement of the newest ended runs, those of most runs first. */
export async function blockingTests(pool: Pool, id: string): Promise<BlockingTest[]> {
  const { rows } = await pool.query(
    `WITH latest AS (${latest} ${measuredRuns}),
     measured AS (SELECT latest.number, s.id FROM latest, LATERAL (
       SELECT id FROM result_set WHERE run_id = latest.id ORDER BY iteration DESC, created_at DESC LIMIT 1) s)
     SELECT t.id, t.name, t.suite, count(DISTINCT m.number)::int AS failing, max(m.number) AS "lastRun"
     FROM measured m JOIN test_result r ON r.result_set_id = m.id AND r.status IN ('failed', 'error')
       JOIN test_identity n ON n.id = r.test_id JOIN test_identity t ON t.id = coalesce(n.same_as, n.id)
     GROUP BY t.id ORDER BY failing DESC, "lastRun" DESC, t.name LIMIT ${shownTests}`,
    [id],
  );
  return rows as BlockingTest[];
}
