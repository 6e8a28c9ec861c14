import type { Pool } from 'pg';

/** What a group of calls of agents has cost. A sum with something unknown in it is unknown, and says in how many calls. */
export interface Cost {
  readonly calls: number;
  readonly uncachedInput: number | null;
  readonly cacheRead: number | null;
  readonly cacheWrite: number | null;
  readonly output: number | null;
  readonly reasoning: number | null;
  readonly money: number | null;
  readonly unknownMoney: number;
  readonly unknownTokens: number;
  /** Time that agents took, added up. */
  readonly agentMs: number;
}

const sums = `count(*)::int AS calls,
  ${['uncached_input', 'cache_read', 'cache_write', 'output', 'reasoning']
    .map((column) => `CASE WHEN bool_and(${column} IS NOT NULL) THEN sum(${column})::float8 END AS ${nameOf(column)}`)
    .join(',\n  ')},
  CASE WHEN bool_and(money IS NOT NULL) THEN sum(money) END AS money,
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

/** What each agent has cost in each iteration of a run. */
export async function costsOfRun(pool: Pool, runId: string): Promise<RunCost[]> {
  const { rows } = await pool.query(
    `SELECT iteration, strategy, agent, ${sums} FROM agent_call WHERE run_id = $1
     GROUP BY iteration, strategy, agent ORDER BY iteration, min(started_at)`,
    [runId],
  );
  return rows as RunCost[];
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

/** Agents and strategies compared by project (null: of every one), the most helpful first. */
export async function agentRecords(pool: Pool, projectIds: readonly string[] | null): Promise<AgentRecord[]> {
  const { rows } = await pool.query(
    `SELECT p.name AS project, coalesce(l.strategy, '') AS strategy, coalesce(l.agent, '') AS agent, count(DISTINCT l.run_id)::int AS runs,
       count(*)::int AS patches, (count(*) FILTER (WHERE l.helped))::int AS helped, coalesce(sum(l.gain), 0)::int AS gain,
       CASE WHEN bool_and(l.tokens IS NOT NULL) THEN sum(l.tokens)::float8 END AS tokens,
       CASE WHEN bool_and(l.money IS NOT NULL) THEN sum(l.money) END AS money, sum(l.duration_ms)::float8 AS "durationMs"
     FROM lesson l JOIN project p ON p.id = l.project_id
     WHERE l.kind = 'iteration' AND ($1::uuid[] IS NULL OR l.project_id = ANY($1))
     GROUP BY p.name, l.strategy, l.agent ORDER BY p.name, count(*) FILTER (WHERE l.helped)::float8 / count(*) DESC, count(*) DESC LIMIT 200`,
    [projectIds],
  );
  return rows as AgentRecord[];
}
