import type { Pool } from 'pg';
import type { Json } from '#lib/engine/json.ts';
import { jsonb } from './jsonb.ts';

export interface RunnerRegistration {
  readonly id: string;
  readonly hostId: string;
  readonly hostName: string;
  readonly pid: number;
  readonly processStart: string;
  readonly queues: readonly string[];
  readonly slots: number;
  readonly sandbox: Json;
  /** The site whose work alone it does; null: that of every site without a runner of its own. */
  readonly site?: string | null;
}

export async function registerRunner(pool: Pool, runner: RunnerRegistration): Promise<void> {
  await pool.query(
    `INSERT INTO runner (id, host_id, host_name, pid, process_start, queues, slots, status, sandbox, site)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'live', $8::jsonb, $9)`,
    [
      runner.id,
      runner.hostId,
      runner.hostName,
      runner.pid,
      runner.processStart,
      runner.queues,
      runner.slots,
      jsonb(runner.sandbox),
      runner.site ?? null,
    ],
  );
}

/**
 * Renews a runner's row by the database's clock. False when others have declared it dead: it holds nothing any more.
 * A gap of more than `unbrokenMs` starts its unbroken time anew.
 */
export async function renewRunner(pool: Pool, runnerId: string, unbrokenMs: number): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'renew-runner',
    text: `UPDATE runner SET
             unbroken_since = CASE WHEN renewed_at < now() - $2 * interval '1 ms' THEN now() ELSE unbroken_since END,
             renewed_at = now()
           WHERE id = $1 AND status IN ('live', 'stopping')`,
    values: [runnerId, unbrokenMs],
  });
  return rowCount === 1;
}

export async function markRunnerStopping(pool: Pool, runnerId: string): Promise<void> {
  await pool.query(`UPDATE runner SET status = 'stopping' WHERE id = $1 AND status = 'live'`, [runnerId]);
}

export interface KnownRunner {
  readonly id: string;
  readonly pid: number;
  readonly processStart: string;
}

/** Other runners of this host that count as alive: their processes can be looked at. */
export async function siblingsOf(pool: Pool, runnerId: string, hostId: string): Promise<KnownRunner[]> {
  const { rows } = await pool.query(
    `SELECT id, pid, process_start AS "processStart" FROM runner WHERE host_id = $2 AND id <> $1 AND status IN ('live', 'stopping')`,
    [runnerId, hostId],
  );
  return rows as KnownRunner[];
}

/**
 * Other runners that have been silent for `silentMs`, seen by one that has itself renewed without a break for as long and
 * still does: less than `unbrokenMs` ago. Else a restart of Postgres would make everybody look dead.
 */
export async function silentRunners(
  pool: Pool,
  seenBy: string,
  { silentMs, unbrokenMs }: { silentMs: number; unbrokenMs: number },
): Promise<string[]> {
  const { rows } = await pool.query(
    `SELECT id FROM runner WHERE id <> $1 AND status IN ('live', 'stopping') AND renewed_at < now() - $2 * interval '1 ms'
       AND EXISTS (SELECT 1 FROM runner me WHERE me.id = $1 AND me.status IN ('live', 'stopping')
         AND me.unbroken_since < now() - $2 * interval '1 ms' AND me.renewed_at > now() - $3 * interval '1 ms')`,
    [seenBy, silentMs, unbrokenMs],
  );
  return (rows as { id: string }[]).map((row) => row.id);
}
