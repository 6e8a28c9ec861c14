import type { Json } from '#lib/engine/json.ts';
import type { Redact } from './redaction.ts';

/** Redacts every text in a value, keys included. No text becomes longer, so that limits on lengths still hold. */
export function redactJson(value: Json, redact: Redact): Json {
  if (typeof value === 'string') return redact(value).slice(0, value.length);
  if (Array.isArray(value)) return value.map((item) => redactJson(item, redact));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [redact(key), redactJson(item as Json, redact)]),
  );
}
