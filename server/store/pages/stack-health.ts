import type { Pool } from 'pg';

export interface RunnerRow {
  readonly id: string;
  readonly hostName: string;
  readonly hostId: string;
  /** The site whose work alone it does. */
  readonly site: string | null;
  readonly pid: number;
  readonly status: string;
  readonly slots: number;
  readonly queues: readonly string[];
  readonly sandbox: { readonly available?: boolean; readonly because?: string };
  readonly startedAt: number;
  /** Seconds since it renewed, by the database's clock. */
  readonly silentFor: number;
  readonly endedBecause: string | null;
  readonly working: number;
}

/** Runners that live, and those that ended within a day. */
export async function runnerRows(pool: Pool): Promise<RunnerRow[]> {
  const { rows } = await pool.query(
    `SELECT n.id, n.host_name AS "hostName", n.host_id AS "hostId", n.site, n.pid, n.status, n.slots, n.queues, n.sandbox,
       round(extract(epoch FROM n.started_at) * 1000)::float8 AS "startedAt", extract(epoch FROM now() - n.renewed_at)::float8 AS "silentFor",
       n.ended_because AS "endedBecause", (SELECT count(*)::int FROM activity a WHERE a.runner_id = n.id AND a.status IN ('running', 'cancelling')) AS working
     FROM runner n WHERE n.status IN ('live', 'stopping') OR n.ended_at > now() - interval '1 day'
     ORDER BY n.status = 'live' DESC, n.started_at DESC LIMIT 100`,
  );
  return rows as RunnerRow[];
}

/** Work that waits for a runner: how much, and for how many seconds the oldest. */
export async function backlog(pool: Pool): Promise<{ queued: number; oldest: number | null }> {
  const { rows } = await pool.query(
    `SELECT count(*)::int AS queued, extract(epoch FROM now() - min(created_at))::float8 AS oldest FROM activity WHERE status = 'queued'`,
  );
  return rows[0] as { queued: number; oldest: number | null };
}
