import { DomainError } from '#lib/errors.ts';

/** Stands for what a run had, and the rules of retention have removed. */
export type Removed = 'removed';

/** What a run names is there for good, unless the rules of retention have removed it. */
export async function unlessRemoved<Value>(read: Promise<Value>): Promise<Value | Removed> {
  return await read.catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') return 'removed';
    throw error;
  });
}

/** What there is still to show; null for what was removed. */
export function remaining<Value extends object | null>(part: Value | Removed): Value | null {
  return part === 'removed' ? null : part;
}
