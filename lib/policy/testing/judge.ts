import { parseDiff } from '#lib/diff/parse-diff.ts';
import { checkPolicy, type PolicyAnswer } from '../check-policy.ts';
import type { Policy, PolicyFacts } from '../policy.ts';

const policy: Policy = { allow: ['**'], forbid: [], max_files: 20, max_lines: 500, max_risk: 0.7, rules: {} };

/** What nothing is known of beside the diff. */
export const facts: PolicyFacts = { symlinks: [], submodules: [], confidence: null };

/** Judges a patch of a project that allows every path and changes no rule, but for what is given. */
export function judge(text: string, changes: Partial<Policy> = {}, given: Partial<PolicyFacts> = {}): PolicyAnswer {
  return checkPolicy(parseDiff(text), { ...policy, ...changes }, { ...facts, ...given });
}
