import type { Pool } from 'pg';
import type { Json } from '#lib/engine/json.ts';

/** An attempt that a runner holds. */
export interface HeldActivity {
  readonly id: string;
  readonly runId: string;
  readonly projectId: string;
  readonly invokeId: string;
  readonly visit: number;
  readonly attempt: number;
  readonly name: string;
  readonly input: Json;
  readonly idempotent: boolean;
  readonly iteration: number;
}

const columns = `a.id, a.run_id AS "runId", r.project_id AS "projectId", a.invoke_id AS "invokeId", a.visit, a.attempt, a.name,
  a.input, a.idempotent, a.iteration`;

/** Takes a queued activity; null when it was cancelled or taken over in the meantime, or this runner is no longer live. */
export async function claimActivity(
  pool: Pool,
  activityId: string,
  runnerId: string,
  hostId: string,
): Promise<HeldActivity | null> {
  const { rows } = await pool.query({
    name: 'claim-activity',
    text: `SELECT ${columns} FROM claim_activity($1, $2, $3) a JOIN run r ON r.id = a.run_id`,
    values: [activityId, runnerId, hostId],
  });
  return (rows[0] as HeldActivity | undefined) ?? null;
}

/** An activity that a step has handed to this runner directly. */
export async function heldActivity(pool: Pool, activityId: string): Promise<HeldActivity | null> {
  const { rows } = await pool.query({
    name: 'held-activity',
    text: `SELECT ${columns} FROM activity a JOIN run r ON r.id = a.run_id WHERE a.id = $1 AND a.status IN ('running', 'cancelling')`,
    values: [activityId],
  });
  return (rows[0] as HeldActivity | undefined) ?? null;
}
