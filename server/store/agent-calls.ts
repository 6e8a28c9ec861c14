import type { Pool } from 'pg';
import type { Spent } from '#lib/agents/spent.ts';

export type CallOutcome = 'answered' | 'gave-up' | 'unreadable' | 'failed' | 'cancelled';

export interface NewAgentCall {
  readonly id: string;
  readonly runId: string;
  readonly activityId: string;
  readonly iteration: number;
  /** Null outside of the firmware loop, where nothing switches. */
  readonly strategy: string | null;
  readonly agent: string;
  /** The word after `use`. */
  readonly kind: string;
  readonly task: string;
  readonly outcome: CallOutcome;
  readonly reason: string | null;
  readonly spent: Spent;
  readonly durationMs: number;
}

/** Writes down a call that is over. */
export async function insertAgentCall(pool: Pool, call: NewAgentCall): Promise<void> {
  const { tokens, money, model } = call.spent;
  await pool.query(
    `INSERT INTO agent_call (id, run_id, activity_id, iteration, strategy, agent, kind, task, model, outcome, reason,
       uncached_input, cache_read, cache_write, output, reasoning, money, started_at, duration_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
       clock_timestamp() - make_interval(secs => $18::float8 / 1000), $18::bigint) ON CONFLICT DO NOTHING`,
    [
      call.id,
      call.runId,
      call.activityId,
      call.iteration,
      call.strategy,
      call.agent,
      call.kind,
      call.task,
      model,
      call.outcome,
      call.reason,
      tokens?.uncachedInput ?? null,
      tokens?.cacheRead ?? null,
      tokens?.cacheWrite ?? null,
      tokens?.output ?? null,
      tokens?.reasoning ?? null,
      money,
      Math.round(call.durationMs),
    ],
  );
}

/** How often an agent has been asked for a task in a run, and in those it was forked from up to the point that it shares with them; calls that were cut off do not count. */
export async function callsBefore(pool: Pool, call: { runId: string; agent: string; task: string }): Promise<number> {
  const { rows } = await pool.query<{ calls: number }>(
    `WITH RECURSIVE line AS (
       SELECT id, forked_from_id, forked_from_seq, 'infinity'::timestamptz AS until FROM run WHERE id = $1
       UNION ALL
       SELECT r.id, r.forked_from_id, r.forked_from_seq,
         (SELECT least(line.until, greatest(e.at, e.received_at)) FROM event e WHERE e.run_id = line.id AND e.seq = line.forked_from_seq)
       FROM run r JOIN line ON r.id = line.forked_from_id)
     SELECT count(*)::int AS calls FROM agent_call c JOIN line ON line.id = c.run_id
     WHERE c.started_at <= line.until AND c.agent = $2 AND c.task = $3 AND c.outcome <> 'cancelled'`,
    [call.runId, call.agent, call.task],
  );
  return rows[0]?.calls ?? 0;
}
