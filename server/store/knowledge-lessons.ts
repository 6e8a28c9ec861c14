import type { Pool } from 'pg';
import { jsonb } from './jsonb.ts';
import { knownCost } from './known-cost.ts';

/** What an iteration or an ending teaches. Null is unknown. */
export interface Lesson {
  readonly kind: 'iteration' | 'ending';
  readonly iteration: number;
  readonly failure: string;
  readonly signatures: readonly string[];
  readonly hypothesis: string;
  readonly summary: string;
  readonly diff: string;
  readonly outcome: string;
  readonly gain: number | null;
  readonly helped: boolean;
  readonly strategy: string | null;
  readonly agent: string | null;
  readonly tokens: number | null;
  readonly money: number | null;
  readonly durationMs: number | null;
}

/** Keeps what a run teaches. Doing it again changes nothing. */
export async function insertLessons(pool: Pool, runId: string, lessons: readonly Lesson[]): Promise<void> {
  await pool.query(
    `INSERT INTO lesson (run_id, project_id, kind, iteration, failure, signatures, hypothesis, summary, diff, outcome, gain, helped,
       strategy, agent, tokens, money, duration_ms)
     SELECT run.id, run.project_id, l.kind, l.iteration, l.failure, ARRAY(SELECT jsonb_array_elements_text(l.signatures)), l.hypothesis,
       l.summary, l.diff, l.outcome, l.gain, l.helped, l.strategy, l.agent, l.tokens, l.money, l."durationMs"
     FROM run, jsonb_to_recordset($2::jsonb) AS l(kind text, iteration int, failure text, signatures jsonb, hypothesis text, summary text,
       diff text, outcome text, gain int, helped bool, strategy text, agent text, tokens bigint, money float8, "durationMs" bigint)
     WHERE run.id = $1 ON CONFLICT DO NOTHING`,
    [runId, jsonb(lessons.map((lesson) => ({ ...lesson, signatures: [...lesson.signatures] })))],
  );
}

/** What the agents of a run have cost by iteration. */
export async function costByIteration(
  pool: Pool,
  runId: string,
): Promise<Map<number, { readonly tokens: number | null; readonly money: number | null; readonly agent: string }>> {
  const { rows } = await pool.query(
    `SELECT iteration, (array_agg(agent ORDER BY started_at DESC))[1] AS agent, ${knownCost}
     FROM agent_call WHERE run_id = $1 GROUP BY iteration`,
    [runId],
  );
  return new Map(rows.map(({ iteration, ...cost }) => [iteration, cost]));
}

/** How long each iteration of a run took, in milliseconds. */
export async function timeByIteration(pool: Pool, runId: string): Promise<Map<number, number>> {
  const { rows } = await pool.query(
    `SELECT iteration, round(extract(epoch FROM max(at) - min(at)) * 1000)::float8 AS ms FROM transition WHERE run_id = $1 GROUP BY iteration`,
    [runId],
  );
  return new Map(rows.map(({ iteration, ms }) => [iteration, ms]));
}
