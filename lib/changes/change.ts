/**
 * What makes one JSON value out of another: another value, or changes below the names of an object or the positions of a
 * list; null below a name says that it is gone. `length` is that of a list that has grown or shrunk.
 */
export type Change =
  | { readonly to: object | string | number | boolean | null }
  | { readonly below: { readonly [name: string]: Change | null }; readonly length?: number };

type Plain = Extract<Change, { readonly to: unknown }>['to'] | undefined;
type Fields = { readonly [name: string]: Plain };

/** What has changed between two JSON values; null when nothing has. What is undefined counts as not there. */
export function changeBetween(before: Plain, after: Plain): Change | null {
  if (Array.isArray(before) && Array.isArray(after)) return changeOfList(before, after);
  if (isObject(before) && isObject(after)) return changeOfObject(before, after);
  return before === after ? null : { to: after ?? null };
}

function changeOfList(before: readonly Plain[], after: readonly Plain[]): Change | null {
  const below = changesIn(
    after.map((item, position) => [
      String(position),
      position < before.length ? changeBetween(before[position], item) : { to: item ?? null },
    ]),
  );
  if (after.length !== before.length) return { below, length: after.length };
  return isEmpty(below) ? null : { below };
}

function changeOfObject(before: Fields, after: Fields): Change | null {
  const below = changesIn(
    Object.keys(after)
      .filter((name) => hasField(after, name))
      .map((name) => [
        name,
        hasField(before, name) ? changeBetween(before[name], after[name]) : { to: after[name] ?? null },
      ]),
  );
  const gone = Object.keys(before).filter((name) => hasField(before, name) && !hasField(after, name));
  if (gone.length > 0) return { below: { ...below, ...Object.fromEntries(gone.map((name) => [name, null])) } };
  return isEmpty(below) ? null : { below };
}

function changesIn(changes: readonly (readonly [string, Change | null])[]): Record<string, Change> {
  return Object.fromEntries(changes.filter((entry): entry is [string, Change] => entry[1] !== null));
}

function isObject(value: Plain): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasField(value: Fields, name: string): boolean {
  return Object.hasOwn(value, name) && value[name] !== undefined;
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}
