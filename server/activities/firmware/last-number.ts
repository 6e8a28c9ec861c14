const numbers = /[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;

/** The last number in a text as it is written there, or null. One pass: a program may print a lot. */
export function lastNumber(text: string): string | null {
  let last: string | null = null;
  for (const [found] of text.matchAll(numbers)) last = found;
  return last;
}
