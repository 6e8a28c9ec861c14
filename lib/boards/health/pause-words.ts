import { duration } from '#lib/format/duration.ts';

/** Pauses between checks that have a word of their own, minutes. */
const words: Readonly<Record<number, string>> = { 60: 'every hour', 1440: 'every day', 10080: 'every week' };
const dayMinutes = 1_440;

/** How often a board is checked, as people say it: `every day`, `every 4 h`, `every 3 days`, `every 1 h 30 min`. */
export function pauseWords(minutes: number): string {
  const word = words[minutes];
  if (word !== undefined) return word;
  if (minutes % dayMinutes === 0) return `every ${minutes / dayMinutes} days`;
  return minutes % 60 === 0 ? `every ${minutes / 60} h` : `every ${duration(minutes * 60_000)}`;
}
