import { inOrder } from './canonical.ts';
import type { Json } from './json.ts';

/** Dotted path of a state value: `{ INIT: 'LOAD_CONFIG' }` is `INIT.LOAD_CONFIG`; parallel regions are joined with `+`. */
export function statePath(value: Json): string {
  if (typeof value === 'string') return value;
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return String(value);
  return inOrder(value as Readonly<Record<string, Json | undefined>>)
    .map(([key, inner]) => {
      const rest = inner === undefined ? '' : statePath(inner);
      return rest === '' ? key : `${key}.${rest}`;
    })
    .join('+');
}
