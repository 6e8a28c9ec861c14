import { createParser } from 'nuqs/server';

/** Changed fields as an address has them: `target_pass_rate:0.9,stability_window:4`. */
export const parseAsChanges = createParser<Record<string, string>>({
  parse: (text) => Object.fromEntries(text.split(',').flatMap(pairOf)),
  serialize: (changes) =>
    Object.entries(changes)
      .map(([name, value]) => `${name}:${encodeURIComponent(value)}`)
      .join(','),
  eq: (one, other) => JSON.stringify(one) === JSON.stringify(other),
});

function pairOf(part: string): [string, string][] {
  const at = part.indexOf(':');
  const name = part.slice(0, at);
  if (at < 1 || !/^[a-z_.]{1,60}$/.test(name)) return [];
  try {
    return [[name, decodeURIComponent(part.slice(at + 1)).slice(0, 60)]];
  } catch {
    return [];
  }
}
