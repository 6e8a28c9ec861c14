const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Largest first: the first unit that fits at least once is the one shown. */
const units = [
  { length: DAY, word: 'd' },
  { length: HOUR, word: 'h' },
  { length: MINUTE, word: 'min' },
  { length: SECOND, word: 's' },
] as const;

/** How far `at` lies from `now`, both in epoch milliseconds: `just now`, `12 s ago`, `in 4 min`, `3 d ago`. */
export function relativeTime(at: number, now: number): string {
  const distance = Math.abs(now - at);
  if (distance < 5 * SECOND) return 'just now';
  const unit = units.find(({ length }) => distance >= length);
  if (!unit) return 'just now';
  const amount = `${Math.floor(distance / unit.length)}\u00a0${unit.word}`;
  return at > now ? `in ${amount}` : `${amount} ago`;
}
