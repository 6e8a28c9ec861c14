import type { Pool } from 'pg';
import { z } from 'zod';
import { type Spent, tokenUsage } from '#lib/agents/spent.ts';
import { jsonb } from './jsonb.ts';

const told = z.object({ tokens: tokenUsage.nullable(), money: z.number().min(0).nullable() });
export type Totals = Pick<Spent, 'tokens' | 'money'>;

/** What a session of a coding agent was said to have cost last; null for one that is not known. */
export async function sessionTotals(pool: Pool, session: string): Promise<Totals | null> {
  const { rows } = await pool.query('SELECT told FROM session_total WHERE session = $1', [session]);
  return rows[0] === undefined ? null : told.parse((rows[0] as { told: unknown }).told);
}

/** Remembers what a session is said to have cost by now. */
export async function keepSessionTotals(pool: Pool, session: string, { tokens, money }: Totals): Promise<void> {
  await pool.query(
    `INSERT INTO session_total (session, told) VALUES ($1, $2::jsonb)
     ON CONFLICT (session) DO UPDATE SET told = EXCLUDED.told, at = clock_timestamp()`,
    [session, jsonb({ tokens: tokens === null ? null : { ...tokens }, money })],
  );
}
