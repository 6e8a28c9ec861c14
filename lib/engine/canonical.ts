/**
 * The same data with the fields of its objects in one order. A JSON column keeps no order, so a step that could see one
 * would not come out again in a replay.
 */
export function canonical<T>(value: T): T {
  return sorted(value) as T;
}

/** What is in order already, as most of what comes back is, stays the same object. */
function sorted(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const inner = value.map(sorted);
    return inner.every((one, at) => one === value[at]) ? value : inner;
  }
  const object = value as Record<string, unknown>;
  const entries = Object.entries(object).map(([key, inner]): [string, unknown] => [key, sorted(inner)]);
  const isInOrder = entries.every(([key, inner], at) => {
    const [before] = entries[at - 1] ?? [''];
    return before <= key && inner === object[key];
  });
  return isInOrder ? value : Object.fromEntries(entries.sort(byName));
}

/** The fields of an object by their names. */
export function inOrder<T>(object: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(object).sort(byName);
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}
