/**
 * The same data with the fields of its objects in one order. A JSON column keeps no order, so a step that could see one
 * would not come out again in a replay.
 */
export function canonical<T>(value: T): T {
  return sorted(value) as T;
}

function sorted(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.fromEntries(inOrder(value as Record<string, unknown>).map(([key, inner]) => [key, sorted(inner)]));
}

/** The fields of an object by their names. */
export function inOrder<T>(object: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(object).sort(([one], [other]) => (one < other ? -1 : 1));
}
