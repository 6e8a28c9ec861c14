import type { Json } from '#lib/engine/json.ts';
import { wellFormed } from '#lib/format/well-formed.ts';

/** The same data as Postgres can keep it: NUL and lone surrogates become the replacement character, visibly. */
export function storable<T extends Json>(value: T): T {
  return clean(value) as T;
}

function clean(value: Json): Json {
  if (typeof value === 'string') return wellFormed(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(clean);
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [wellFormed(key), inner === undefined ? undefined : clean(inner)]),
  );
}
