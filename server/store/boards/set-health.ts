import type { Pool } from 'pg';
import type { BoardHealth } from '#lib/boards/board.ts';
import { DomainError } from '#lib/errors.ts';

/** Says what a board is worth, and why. Throws NOT_FOUND. The history, the audit log and everybody who waits for it hear of it. */
export async function setHealth(
  pool: Pool,
  { board, to, by, reason }: { board: string; to: BoardHealth; by: string; reason: string },
): Promise<void> {
  const { rowCount } = await pool.query(
    `UPDATE board SET health = $2, health_reason = $3, changed_by = $4,
       health_since = CASE WHEN health = $2 THEN health_since ELSE clock_timestamp() END
     WHERE name = $1 OR id::text = $1`,
    [board, to, reason, by],
  );
  if (rowCount === 0) throw new DomainError('NOT_FOUND', `There is no board ${board.slice(0, 80)}.`);
}
