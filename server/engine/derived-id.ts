import { createHash } from 'node:crypto';

/** The same id for the same words, in the shape of a UUID: what is made twice under it is made once. */
export function derivedId(words: string): string {
  const digits = createHash('sha256').update(words).digest('hex');
  return [0, 8, 12, 16, 20].map((from, at, all) => digits.slice(from, all[at + 1] ?? 32)).join('-');
}
