import { DatabaseError, type Pool } from 'pg';
import { type CheckPlan, defaultPlan } from '#lib/boards/health/plan.ts';
import { DomainError } from '#lib/errors.ts';
import { jsonb } from '../jsonb.ts';
import { servedBy } from './served.ts';

const planOfType = `SELECT every_minutes AS "everyMinutes", before_work AS "beforeWork", failures_until_suspect AS "failuresUntilSuspect",
  heartbeat, within_seconds AS "withinSeconds", CASE WHEN golden_hash IS NOT NULL
    THEN jsonb_build_object('hash', golden_hash, 'name', golden_name, 'expects', expects) END AS golden
  FROM board_check_plan WHERE board_type = $1`;

/** How boards of a type are checked; the default where nobody has said. */
export async function checkPlanOf(pool: Pool, boardType: string): Promise<CheckPlan> {
  const { rows } = await pool.query<CheckPlan>(planOfType, [boardType]);
  return rows[0] ?? defaultPlan;
}

/** What of a plan may not be there, by the key that says so. */
const unknownParts: Readonly<Record<string, (type: string) => DomainError>> = {
  board_check_plan_board_type_fkey: (type) =>
    new DomainError('NOT_FOUND', `There is no board type ${type.slice(0, 80)}.`),
  board_check_plan_golden_hash_fkey: () =>
    new DomainError('BAD_INPUT', 'The golden image is not stored.', { next: 'Send it again.' }),
};

/**
 * Says how boards of a type are checked from now on; the audit log keeps what was before. Throws NOT_FOUND for an unknown
 * type, and BAD_INPUT for a golden image that is not stored.
 */
export async function saveCheckPlan(pool: Pool, boardType: string, plan: CheckPlan, by: string): Promise<void> {
  const { everyMinutes, beforeWork, failuresUntilSuspect, heartbeat, withinSeconds, golden } = plan;
  try {
    await pool.query(
      `WITH old AS (${planOfType}), saved AS (
         INSERT INTO board_check_plan (board_type, every_minutes, before_work, failures_until_suspect, heartbeat, within_seconds,
           golden_hash, golden_name, expects, changed_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         ON CONFLICT (board_type) DO UPDATE SET every_minutes = EXCLUDED.every_minutes, before_work = EXCLUDED.before_work,
           failures_until_suspect = EXCLUDED.failures_until_suspect, heartbeat = EXCLUDED.heartbeat, within_seconds = EXCLUDED.within_seconds,
           golden_hash = EXCLUDED.golden_hash, golden_name = EXCLUDED.golden_name, expects = EXCLUDED.expects,
           changed_by = EXCLUDED.changed_by, changed_at = clock_timestamp() RETURNING board_type
       )
       SELECT note_audit($10, 'board.check-plan', 'board type', board_type, NULL, (SELECT to_jsonb(old) FROM old), $11::jsonb) FROM saved`,
      [
        ...[boardType, everyMinutes, beforeWork, failuresUntilSuspect, heartbeat, withinSeconds],
        ...[golden?.hash ?? null, golden?.name ?? null, golden?.expects ?? null, by, jsonb(plan)],
      ],
    );
  } catch (error) {
    throw error instanceof DatabaseError ? (unknownParts[error.constraint ?? '']?.(boardType) ?? error) : error;
  }
}

/** When a board was last checked, epoch milliseconds; null before its first check. Checks that could not begin do not count. */
export async function lastCheckOf(pool: Pool, boardId: string): Promise<number | null> {
  const { rows } = await pool.query<{ at: number | null }>(
    `SELECT round(extract(epoch FROM max(ended_at)) * 1000)::float8 AS at FROM board_order
     WHERE board_id = $1 AND kind = 'check' AND jsonb_array_length(steps) > 0`,
    [boardId],
  );
  return rows[0]?.at ?? null;
}

/**
 * Orders checks of boards that this runner reaches, that nobody has, and that are due: by their type's interval, or at once when they
 * are suspect. One that could not begin is tried again after five minutes.
 */
export async function orderDueChecks(pool: Pool, runnerId: string): Promise<void> {
  await pool.query(
    `INSERT INTO board_order (board_id, kind, asked_by)
     SELECT b.id, 'check', 'schedule' FROM board b LEFT JOIN board_check_plan p ON p.board_type = b.type
     WHERE ${servedBy} AND b.offline_since IS NULL AND (
         b.health = 'suspect' AND NOT EXISTS (SELECT 1 FROM board_order o WHERE o.board_id = b.id AND o.kind = 'check'
           AND o.asked_at > b.health_since AND jsonb_array_length(o.steps) > 0)
         OR b.health IN ('good', 'unknown') AND NOT EXISTS (SELECT 1 FROM board_order o WHERE o.board_id = b.id AND o.kind = 'check'
           AND o.ended_at > clock_timestamp() - p.every_minutes * interval '1 minute' AND jsonb_array_length(o.steps) > 0)
           AND p.every_minutes IS NOT NULL)
       AND NOT EXISTS (SELECT 1 FROM board_order o WHERE o.board_id = b.id AND o.kind = 'check' AND o.asked_at > clock_timestamp() - interval '5 minutes'
         AND jsonb_array_length(o.steps) = 0)
       AND NOT EXISTS (SELECT 1 FROM reservation_board w JOIN reservation r ON r.id = w.reservation_id
         WHERE w.board_id = b.id AND w.released_at IS NULL AND r.status = 'held')
     ON CONFLICT (board_id) WHERE kind = 'check' AND ended_at IS NULL DO NOTHING`,
    [runnerId],
  );
}
