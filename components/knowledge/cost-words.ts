import { count } from '#lib/format/count.ts';
import { duration } from '#lib/format/duration.ts';

/** Tokens, money and time in a clause; what is unknown is said to be. */
export function costWords({
  tokens,
  money,
  durationMs,
}: {
  tokens: number | null;
  money: number | null;
  durationMs: number | null;
}): string {
  const parts = [
    ...(tokens === 0 ? [] : [tokens === null ? 'tokens unknown' : `${count(tokens)} tokens`]),
    ...(money === 0 ? [] : [moneyWords(money)]),
    ...(durationMs === null ? [] : [duration(durationMs)]),
  ];
  return parts.join(', ');
}

/** Money without a currency: that of the project's prices. */
export function moneyWords(money: number | null): string {
  if (money === null) return 'cost unknown';
  return `cost ${money < 0.01 ? money.toFixed(5) : money.toFixed(2)}`;
}
