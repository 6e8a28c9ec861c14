import type { Pool } from 'pg';
import type { Removal, RetentionKind } from '#lib/retention/kinds.ts';

export interface RetentionRule {
  readonly kind: RetentionKind;
  readonly days: number;
  readonly setBy: string;
}

/** The kinds that go, and after how many days. */
export async function retentionRules(pool: Pool): Promise<RetentionRule[]> {
  const { rows } = await pool.query('SELECT kind, days, set_by AS "setBy" FROM retention_rule ORDER BY kind');
  return rows as RetentionRule[];
}

/** Sets after how many days a kind goes; null keeps it for ever. */
export async function setRetentionRule(
  pool: Pool,
  { kind, days, by }: { kind: RetentionKind; days: number | null; by: string },
): Promise<void> {
  if (days === null) await pool.query('DELETE FROM retention_rule WHERE kind = $1', [kind]);
  else
    await pool.query(
      `INSERT INTO retention_rule (kind, days, set_by) VALUES ($1, $2, $3)
       ON CONFLICT (kind) DO UPDATE SET days = excluded.days, set_by = excluded.set_by, set_at = now()`,
      [kind, days, by],
    );
}

/** A round of removals. */
export interface RetentionRound {
  readonly at: Date;
  readonly by: string;
  readonly removed: Partial<Record<RetentionKind, Removal>>;
}

/** The newest rounds. */
export async function retentionRounds(pool: Pool, limit: number): Promise<RetentionRound[]> {
  const { rows } = await pool.query(
    'SELECT at, made_by AS by, removed FROM retention_round ORDER BY at DESC LIMIT $1',
    [limit],
  );
  return rows as RetentionRound[];
}

/** Writes down what went. */
export async function noteRound(pool: Pool, by: string, removed: RetentionRound['removed']): Promise<void> {
  await pool.query('INSERT INTO retention_round (made_by, removed) VALUES ($1, $2)', [by, JSON.stringify(removed)]);
}

/** Whether it is time for the daily round: there is a rule, and the last round is more than so many hours ago. */
export async function isRoundDue(pool: Pool, hours: number): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT EXISTS (SELECT 1 FROM retention_rule)
       AND NOT EXISTS (SELECT 1 FROM retention_round WHERE at > now() - make_interval(hours => $1)) AS due`,
    [hours],
  );
  return (rows[0] as { due: boolean }).due;
}
