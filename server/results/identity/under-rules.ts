import { createIdentity, type IdentityRule } from '#lib/results/identity.ts';
import { rekeyed } from '#lib/results/rekey.ts';
import type { TestCase } from '#lib/results/types.ts';
import { expressionMs, withinTime } from '../within-time.ts';

/** The tests of one measurement under a project's own rules; null when one of its expressions takes for ever. */
export function underRules(tests: readonly TestCase[], rules: readonly IdentityRule[]): readonly TestCase[] | null {
  let ruled: readonly TestCase[] = tests;
  const isInTime = withinTime(expressionMs, () => {
    ruled = rekeyed(tests, createIdentity(rules));
  });
  return isInTime ? ruled : null;
}
