import type { Pool } from 'pg';

/** What has to be done before the first work under a lease: `mine` to do, or done by somebody, or being done. */
export type BeforeLease =
  | { readonly state: 'mine'; readonly orderId: string }
  | { readonly state: 'done'; readonly ok: boolean; readonly reason: string }
  | { readonly state: 'going on' };

/** Takes it for the caller, unless it was taken before: it is done once under each lease. */
export async function takeBeforeLease(
  pool: Pool,
  { boardId, leaseId, askedBy }: { boardId: string; leaseId: string; askedBy: string },
): Promise<BeforeLease> {
  const { rows: taken } = await pool.query<{ id: string }>(
    `INSERT INTO board_order (board_id, kind, lease_id, asked_by, taken_by, taken_at)
     VALUES ($1, 'before-lease', $2, $3, '00000000-0000-0000-0000-000000000000', clock_timestamp())
     ON CONFLICT (board_id, lease_id) WHERE kind = 'before-lease' DO NOTHING RETURNING id`,
    [boardId, leaseId, askedBy],
  );
  if (taken[0] !== undefined) return { state: 'mine', orderId: taken[0].id };
  const { rows } = await pool.query<{ ok: boolean | null; reason: string | null }>(
    `SELECT ok, reason FROM board_order WHERE board_id = $1 AND lease_id = $2 AND kind = 'before-lease'`,
    [boardId, leaseId],
  );
  const [found] = rows;
  return found?.ok == null ? { state: 'going on' } : { state: 'done', ok: found.ok, reason: found.reason ?? '' };
}
