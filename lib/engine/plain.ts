import type { Json } from './json.ts';

/** What a JSON column will give back: replay compares with that, so the step already works on it. */
export function plain(value: unknown): Json {
  return value === undefined ? null : (JSON.parse(JSON.stringify(value)) as Json);
}
