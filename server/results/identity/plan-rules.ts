import type { Pool, PoolClient } from 'pg';
import { DomainError } from '#lib/errors.ts';
import { createIdentity, type IdentityRule, identityRules } from '#lib/results/identity.ts';
import { type KnownTest, type RuledTests, ruledTests } from '#lib/results/joined-history.ts';
import { type Identify, wantedKey } from '#lib/results/rekey.ts';
import { groupsMeasuredTogether, knownTests, otherRawNames, type RuledTest } from '#server/store/tests-by-rule.ts';
import { withinTime } from '../within-time.ts';

/** What rules do with the history that a project has. No result is changed or lost by any of it. */
export interface RulesPlan {
  /** Tests that were looked at. */
  readonly tried: number;
  /** Tests whose history goes on under another key. */
  readonly ruled: readonly RuledTest[];
  /** Keys under which several tests become one. */
  readonly joined: RuledTests['groups'];
  /** Keys that tests of one measurement would share: they keep their histories, and are numbered from now on. */
  readonly apart: RuledTests['groups'];
  /** Tests whose results came under names that are several tests now: what there is stays together, and none of them goes on with it. */
  readonly mixed: readonly KnownTest[];
}

/** Applying the expressions to all tests of a project may take so long; a quarter of a million tests take a fifth of it. */
const mostMs = 10_000;

/** Says what rules would do; without rules of its own a project goes by the stated ones. Throws BAD_INPUT for rules that cannot be applied. */
export async function planRules(
  client: Pool | PoolClient,
  {
    projectId,
    rules,
    limit = null,
  }: { projectId: string; rules: readonly IdentityRule[] | null; limit?: number | null },
): Promise<RulesPlan> {
  const tests = await knownTests(client, projectId, limit);
  const identify = identityBy(rules ?? identityRules);
  const { moves, groups } = inTime(() => ruledTests(tests, identify));
  const names = await otherRawNames(
    client,
    moves.map(({ test }) => test.id),
  );
  const mixed = inTime(() => moves.filter(({ test }) => isMixed(identify, test, names.get(test.id) ?? [])));
  const mixedIds = new Set(mixed.map(({ test }) => test.id));
  const together = await groupsMeasuredTogether(client, groups);
  const apart = groups.filter((_, place) => together.has(place));
  const keysApart = new Set(apart.map(({ key }) => key));
  return {
    tried: tests.length,
    ruled: moves.filter(({ test, key }) => !keysApart.has(key) && !mixedIds.has(test.id)),
    joined: groups.filter(
      ({ key, tests: members }) => !keysApart.has(key) && !members.every(({ id }) => mixedIds.has(id)),
    ),
    apart,
    mixed: mixed.map(({ test }) => test),
  };
}

function isMixed(identify: Identify, test: KnownTest, names: readonly string[]): boolean {
  const own = wantedKey(identify, test);
  return names.some((name) => wantedKey(identify, { ...test, name: name.trim() }) !== own);
}

function inTime<T>(work: () => T): T {
  const done: T[] = [];
  const isInTime = withinTime(mostMs, () => void done.push(work()));
  const [result] = done;
  if (isInTime && result !== undefined) return result;
  throw new DomainError('BAD_INPUT', 'One of these expressions takes for ever on some names.', {
    next: 'Avoid a repetition within a repetition, such as (a*)*.',
  });
}

function identityBy(rules: readonly IdentityRule[]): Identify {
  try {
    return createIdentity(rules);
  } catch (error) {
    throw new DomainError(
      'BAD_INPUT',
      `One of the rules is no regular expression: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
