import { z } from 'zod';

const count = z.number().int().min(0);

/** Tokens in buckets of which no two overlap, except that `reasoning` is part of `output`. */
export const tokenUsage = z.object({
  uncachedInput: count,
  cacheRead: count,
  cacheWrite: count,
  output: count,
  reasoning: count,
});
export type TokenUsage = z.infer<typeof tokenUsage>;

/** What one call of an agent has cost. Null is unknown, which is not nothing. */
export interface Spent {
  readonly tokens: TokenUsage | null;
  /** In the currency of the project's prices. */
  readonly money: number | null;
  readonly model: string | null;
}

/** An agent that needs no model. */
export const costsNothing: Spent = {
  tokens: { uncachedInput: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 },
  money: 0,
  model: null,
};

export const unknownCost: Spent = { tokens: null, money: null, model: null };

/** Every token once. */
export function totalTokens({ uncachedInput, cacheRead, cacheWrite, output }: TokenUsage): number {
  return uncachedInput + cacheRead + cacheWrite + output;
}

/** Two calls together. What is known of one alone is the least that both have cost; money that is unknown of one is unknown. */
export function together(one: Spent, other: Spent): Spent {
  const money = one.money === null || other.money === null ? null : one.money + other.money;
  return { tokens: addTokens(one.tokens, other.tokens), money, model: other.model ?? one.model };
}

function addTokens(one: TokenUsage | null, other: TokenUsage | null): TokenUsage | null {
  if (one === null || other === null) return one ?? other;
  return {
    uncachedInput: one.uncachedInput + other.uncachedInput,
    cacheRead: one.cacheRead + other.cacheRead,
    cacheWrite: one.cacheWrite + other.cacheWrite,
    output: one.output + other.output,
    reasoning: one.reasoning + other.reasoning,
  };
}
