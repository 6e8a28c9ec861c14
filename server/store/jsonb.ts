import type { Json } from '#lib/engine/json.ts';
import { storable } from './storable.ts';

/** A value on its way into a jsonb column, which refuses NUL and halves of characters. */
export function jsonb(value: Json): string {
  const text = JSON.stringify(value);
  return text.includes('\\u') ? JSON.stringify(storable(value)) : text;
}
