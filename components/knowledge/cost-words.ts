import { count } from '#lib/format/count.ts';
import { duration } from '#lib/format/duration.ts';
import { money } from '#lib/format/money.ts';

/** Tokens, money and time in a clause; what is unknown is said to be. */
export function costWords({
  tokens,
  money: amount,
  durationMs,
}: {
  tokens: number | null;
  money: number | null;
  durationMs: number | null;
}): string {
  const parts = [
    ...(tokens === 0 ? [] : [tokens === null ? 'tokens unknown' : `${count(tokens)} tokens`]),
    ...(amount === 0 ? [] : [amount === null ? 'cost unknown' : `cost ${money(amount)}`]),
    ...(durationMs === null ? [] : [duration(durationMs)]),
  ];
  return parts.join(', ');
}
