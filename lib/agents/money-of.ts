import type { Price } from '#lib/config/sections/agents/shared.ts';
import type { TokenUsage } from './spent.ts';

/** What tokens cost by a price list; null where the list or the tokens are unknown. Reasoning is billed as output, of which it is part. */
export function moneyOf(tokens: TokenUsage | null, price: Price | undefined): number | null {
  if (tokens === null || price === undefined) return null;
  const { uncachedInput, cacheRead, cacheWrite, output } = tokens;
  const perMillion =
    uncachedInput * price.input +
    cacheRead * (price.cache_read ?? price.input) +
    cacheWrite * (price.cache_write ?? price.input) +
    output * price.output;
  return perMillion / 1_000_000;
}
