import type { Pool } from 'pg';
import type { Cost } from '#lib/cost/cost.ts';
import { knownCost } from './known-cost.ts';

/** Of a group of calls: what is known added up, and of how many something is unknown. */
const sums = `count(*)::int AS calls,
  ${['uncached_input', 'cache_read', 'cache_write', 'output', 'reasoning']
    .map((column) => `coalesce(sum(${column}), 0)::float8 AS ${nameOf(column)}`)
    .join(',\n  ')},
  coalesce(sum(money), 0) AS money,
  (count(*) FILTER (WHERE money IS NULL))::int AS "unknownMoney",
  (count(*) FILTER (WHERE output IS NULL))::int AS "unknownTokens",
  sum(duration_ms)::float8 AS "agentMs"`;

function nameOf(column: string): string {
  return `"${column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}"`;
}

export interface RunCost extends Cost {
  readonly iteration: number;
  readonly strategy: string | null;
  readonly agent: string;
}

/** What each agent has cost in each iteration of a run, by calls that were over at a time, or by now. */
export async function costsOfRun(pool: Pool, runId: string, until: Date | null = null): Promise<RunCost[]> {
  const { rows } = await pool.query(
    `SELECT iteration, strategy, agent, ${sums} FROM agent_call
     WHERE run_id = $1 AND ($2::timestamptz IS NULL OR started_at + duration_ms * interval '1 ms' <= $2)
     GROUP BY iteration, strategy, agent ORDER BY iteration, min(started_at)`,
    [runId, until],
  );
  return rows as RunCost[];
}

export interface AgentCost extends Cost {
  readonly agent: string;
  readonly runs: number;
}

/** What each agent has cost in all runs of a project, the dearest first. */
export async function costsOfProject(pool: Pool, projectId: string): Promise<AgentCost[]> {
  const { rows } = await pool.query(
    `SELECT agent, count(DISTINCT run_id)::int AS runs, ${sums} FROM agent_call JOIN run ON run.id = run_id
     WHERE project_id = $1 GROUP BY agent ORDER BY coalesce(sum(money), 0) DESC, coalesce(sum(output), 0) DESC, agent LIMIT 50`,
    [projectId],
  );
  return rows as AgentCost[];
}

/** How an agent has done in a project, beside what it has cost. */
export interface AgentRecord {
  readonly project: string;
  readonly strategy: string;
  readonly agent: string;
  readonly runs: number;
  /** Iterations that tried a patch of it. */
  readonly patches: number;
  readonly helped: number;
  /** Tests gained, and lost, added up. */
  readonly gain: number;
  readonly tokens: number | null;
  readonly money: number | null;
  /** Wall time of its iterations. */
  readonly durationMs: number | null;
}

/**
 * Agents and strategies compared by project (null: of every one), the most helpful first; also those whose answers were
 * never a patch, which have cost something all the same.
 */
export async function agentRecords(pool: Pool, projectIds: readonly string[] | null): Promise<AgentRecord[]> {
  const { rows } = await pool.query(
    `WITH tried AS (
       SELECT project_id, coalesce(strategy, '') AS strategy, coalesce(agent, '') AS agent, count(DISTINCT run_id)::int AS runs,
         count(*)::int AS patches, (count(*) FILTER (WHERE helped))::int AS helped, coalesce(sum(gain), 0)::int AS gain,
         CASE WHEN bool_and(tokens IS NOT NULL) THEN sum(tokens)::float8 END AS tokens,
         CASE WHEN bool_and(money IS NOT NULL) THEN sum(money) END AS money, sum(duration_ms)::float8 AS duration_ms
       FROM lesson WHERE kind = 'iteration' AND ($1::uuid[] IS NULL OR project_id = ANY($1)) GROUP BY 1, 2, 3),
     asked AS (
       SELECT r.project_id, c.strategy, c.agent, count(DISTINCT c.run_id)::int AS runs,
         ${knownCost}, sum(c.duration_ms)::float8 AS duration_ms
       FROM agent_call c JOIN run r ON r.id = c.run_id
       WHERE c.strategy IS NOT NULL AND r.finished_at IS NOT NULL AND ($1::uuid[] IS NULL OR r.project_id = ANY($1)) GROUP BY 1, 2, 3)
     SELECT p.name AS project, strategy, agent, greatest(t.runs, a.runs) AS runs, coalesce(t.patches, 0) AS patches,
       coalesce(t.helped, 0) AS helped, coalesce(t.gain, 0) AS gain,
       CASE WHEN a.runs IS NULL THEN t.tokens ELSE a.tokens END AS tokens,
       CASE WHEN a.runs IS NULL THEN t.money ELSE a.money END AS money, coalesce(t.duration_ms, a.duration_ms) AS "durationMs"
     FROM tried t FULL JOIN asked a USING (project_id, strategy, agent) JOIN project p ON p.id = project_id
     ORDER BY p.name, coalesce(t.helped::float8 / t.patches, 0) DESC, coalesce(t.patches, 0) DESC, strategy, agent LIMIT 200`,
    [projectIds],
  );
  return rows as AgentRecord[];
}
