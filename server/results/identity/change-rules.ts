import { isDeepStrictEqual } from 'node:util';
import type { Pool, PoolClient } from 'pg';
import type { IdentityRule } from '#lib/results/identity.ts';
import { identityRulesOf, lockIdentity, setIdentityRules } from '#server/store/identity-rules.ts';
import { inTransaction } from '#server/store/in-transaction.ts';
import { ruleTests } from '#server/store/tests-by-rule.ts';
import { planRules, type RulesPlan } from './plan-rules.ts';

interface RulesOfProject {
  readonly projectId: string;
  /** Null for the stated ones. */
  readonly rules: readonly IdentityRule[] | null;
  readonly by: string;
}

/**
 * Gives a project other rules of identity, and lets the history that there is go on under them. Results are read by them from
 * now on; earlier ones are joined by links, which other rules take back. Throws BAD_INPUT for rules that cannot be applied.
 */
export async function changeRules(pool: Pool, { projectId, rules, by }: RulesOfProject): Promise<RulesPlan> {
  return await inTransaction(pool, async (client) => {
    await lockIdentity(client, projectId);
    const plan = await planRules(client, { projectId, rules });
    await setIdentityRules(client, { projectId, rules, by });
    await ruleTests(client, projectId, plan.ruled);
    return plan;
  });
}

/** Results that were read by rules which have changed meanwhile came under the keys of then: they join the others after all. */
export async function joinLate(
  pool: Pool,
  { projectId, readBy }: { projectId: string; readBy: readonly IdentityRule[] | undefined },
): Promise<void> {
  if (isDeepStrictEqual(await identityRulesOf(pool, projectId), readBy)) return;
  await inTransaction(pool, (client) => joinAnew(client, projectId));
}

async function joinAnew(client: PoolClient, projectId: string): Promise<void> {
  await lockIdentity(client, projectId);
  const rules = (await identityRulesOf(client, projectId)) ?? null;
  await ruleTests(client, projectId, (await planRules(client, { projectId, rules })).ruled);
}
