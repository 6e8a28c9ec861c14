import type { Pool } from 'pg';
import type { IdentityRule } from '#lib/results/identity.ts';
import { jsonb } from './jsonb.ts';

/** A project's own rules of test identity; undefined where it goes by the stated ones. */
export async function identityRulesOf(pool: Pool, projectId: string): Promise<readonly IdentityRule[] | undefined> {
  const { rows } = await pool.query<{ rules: IdentityRule[] }>(
    'SELECT rules FROM identity_rules WHERE project_id = $1',
    [projectId],
  );
  return rows[0]?.rules;
}

/** Gives a project its own rules, or with null the stated ones again. They hold for what is read from now on. */
export async function setIdentityRules(
  pool: Pool,
  { projectId, rules, by }: { projectId: string; rules: readonly IdentityRule[] | null; by: string },
): Promise<void> {
  if (rules === null) {
    await pool.query('DELETE FROM identity_rules WHERE project_id = $1', [projectId]);
    return;
  }
  await pool.query(
    `INSERT INTO identity_rules (project_id, rules, updated_by) VALUES ($1, $2::jsonb, $3)
     ON CONFLICT (project_id) DO UPDATE SET rules = EXCLUDED.rules, updated_by = EXCLUDED.updated_by, updated_at = clock_timestamp()`,
    [projectId, jsonb(rules.map((rule) => ({ ...rule }))), by],
  );
}
