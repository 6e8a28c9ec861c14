import { count } from '#lib/format/count.ts';
import { money } from '#lib/format/money.ts';
import type { Cost } from './cost.ts';

/** Every token once; a part that is unknown is said to be. */
export function tokensInWords(cost: Cost): string {
  const { uncachedInput, cacheRead, cacheWrite, output } = cost;
  return bucketInWords(cost, uncachedInput + cacheRead + cacheWrite + output);
}

/** An amount of tokens of these calls. */
export function bucketInWords({ calls, unknownTokens }: Cost, tokens: number): string {
  return withUnknown(count(tokens), { calls, unknown: unknownTokens });
}

/** Money without a currency: `12.40`, `12.40 + unknown`, `unknown`. */
export function moneyInWords({ money: amount, calls, unknownMoney }: Cost): string {
  return withUnknown(money(amount), { calls, unknown: unknownMoney });
}

/** Unknown is not nothing. */
function withUnknown(known: string, { calls, unknown }: { calls: number; unknown: number }): string {
  if (unknown === 0) return known;
  return unknown === calls ? 'unknown' : `${known} + unknown`;
}
