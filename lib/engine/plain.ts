import { wellFormed } from '#lib/format/well-formed.ts';
import type { Json } from './json.ts';

/** What a JSON column will give back: replay compares with that, so the step already works on it. */
export function plain(value: unknown): Json {
  if (value === undefined) return null;
  const text = JSON.stringify(value);
  // What Postgres cannot keep, JSON writes as an escape.
  return JSON.parse(text, text.includes('\\u') ? keepable : undefined) as Json;
}

function keepable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? wellFormed(value) : value;
}
