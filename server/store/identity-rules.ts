import type { Pool, PoolClient } from 'pg';
import type { IdentityRule } from '#lib/results/identity.ts';
import { jsonb } from './jsonb.ts';

/** A project's own rules of test identity; undefined where it goes by the stated ones. */
export async function identityRulesOf(
  pool: Pool | PoolClient,
  projectId: string,
): Promise<readonly IdentityRule[] | undefined> {
  const { rows } = await pool.query<{ rules: IdentityRule[] }>({
    name: 'identity-rules',
    text: 'SELECT rules FROM identity_rules WHERE project_id = $1',
    values: [projectId],
  });
  return rows[0]?.rules;
}

/** Gives a project its own rules, or with null the stated ones again. They hold for what is read from now on; `changeRules` joins what there is. */
export async function setIdentityRules(
  client: PoolClient,
  { projectId, rules, by }: { projectId: string; rules: readonly IdentityRule[] | null; by: string },
): Promise<void> {
  if (rules === null) {
    await client.query('DELETE FROM identity_rules WHERE project_id = $1', [projectId]);
    return;
  }
  await client.query(
    `INSERT INTO identity_rules (project_id, rules, updated_by) VALUES ($1, $2::jsonb, $3)
     ON CONFLICT (project_id) DO UPDATE SET rules = EXCLUDED.rules, updated_by = EXCLUDED.updated_by, updated_at = clock_timestamp()`,
    [projectId, jsonb(rules.map((rule) => ({ ...rule }))), by],
  );
}

/** Until the transaction ends nobody else changes or applies the rules of this project. */
export async function lockIdentity(client: PoolClient, projectId: string): Promise<void> {
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('identity of ' || $1, 0))`, [projectId]);
}
