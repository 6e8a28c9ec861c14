import type { Change } from './change.ts';

/**
 * The value that a change leads to from the one that it was told of, which stays as it is. What has not changed is the very
 * same object in both, so that whoever draws it can see that.
 */
export function withChange<T>(before: T, change: Change): T {
  // A change of a value of a type leads to a value of that type: `changeBetween` was given two.
  return changed(before, change) as T;
}

function changed(before: unknown, change: Change): unknown {
  if ('to' in change) return change.to;
  return Array.isArray(before) ? changedList(before, change) : changedObject(Object(before), change);
}

type Below = Exclude<Change, { readonly to: unknown }>;

function changedList(before: readonly unknown[], { below, length = before.length }: Below): unknown[] {
  return Array.from({ length }, (_, position) => {
    const change = below[position];
    return change == null ? before[position] : changed(before[position], change);
  });
}

function changedObject(before: { readonly [name: string]: unknown }, { below }: Below): object {
  const kept = Object.entries(before).filter(([name]) => below[name] !== null);
  const come = Object.entries(below).flatMap(([name, change]) =>
    change === null ? [] : [[name, changed(before[name], change)] as const],
  );
  return Object.fromEntries([...kept, ...come]);
}
