import type { Pool } from 'pg';
import { wellFormed } from '#lib/format/well-formed.ts';

/** Writes down how an attempt went; `retryInMs` is null when there is to be no other. */
export async function endDelivery(
  pool: Pool,
  {
    id,
    attempt,
    ok,
    ms,
    detail,
    retryInMs,
  }: { id: string; attempt: number; ok: boolean; ms: number; detail: string; retryInMs: number | null },
): Promise<void> {
  await pool.query('SELECT end_delivery($1, $2, $3, $4, $5, $6)', [
    id,
    attempt,
    ok,
    Math.round(ms),
    wellFormed(detail),
    retryInMs,
  ]);
}
