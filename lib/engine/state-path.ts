import type { Json } from './json.ts';
import { namesInOrder } from './names-in-order.ts';

/** Dotted path of a state value: `{ INIT: 'LOAD_CONFIG' }` is `INIT.LOAD_CONFIG`; parallel regions are joined with `+`. */
export function statePath(value: Json): string {
  if (typeof value === 'string') return value;
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return String(value);
  const regions = value as Readonly<Record<string, Json | undefined>>;
  return namesInOrder(regions)
    .map((name) => {
      const inner = regions[name];
      const rest = inner === undefined ? '' : statePath(inner);
      return rest === '' ? name : `${name}.${rest}`;
    })
    .join('+');
}
