import type { Spent, TokenUsage } from './spent.ts';

/**
 * What a turn has cost whose program tells totals of its whole session: what is beyond the totals before it. Totals that have
 * shrunk begin anew, as those of a session that the program has begun again.
 */
export function sinceBefore(now: Spent, before: Pick<Spent, 'tokens' | 'money'> | null): Spent {
  if (before === null || hasShrunk(now, before)) return now;
  const money = now.money === null || before.money === null ? now.money : now.money - before.money;
  const tokens = now.tokens === null || before.tokens === null ? now.tokens : minus(now.tokens, before.tokens);
  return { ...now, tokens, money };
}

function hasShrunk(now: Spent, before: Pick<Spent, 'tokens' | 'money'>): boolean {
  if ((now.money ?? 0) < (before.money ?? 0)) return true;
  if (now.tokens === null || before.tokens === null) return false;
  return Object.values(minus(now.tokens, before.tokens)).some((amount) => amount < 0);
}

function minus(one: TokenUsage, other: TokenUsage): TokenUsage {
  return {
    uncachedInput: one.uncachedInput - other.uncachedInput,
    cacheRead: one.cacheRead - other.cacheRead,
    cacheWrite: one.cacheWrite - other.cacheWrite,
    output: one.output - other.output,
    reasoning: one.reasoning - other.reasoning,
  };
}
