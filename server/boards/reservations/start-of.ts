import { DomainError } from '#lib/errors.ts';

/** How far ahead one may reserve, milliseconds: a year. */
const furthestAhead = 366 * 86_400_000;

/** A time is given by people who need a moment to say it: what was now then is now, milliseconds. */
const justNow = 60_000;

/** When boards are wanted that are asked for at a time (null is now), epoch milliseconds. Throws LIMIT, BAD_INPUT. */
export function startOf({ from }: { readonly from: number | null }, now: number): number {
  if (from === null) return now;
  if (from > now + furthestAhead) throw new DomainError('LIMIT', 'Boards can be reserved a year ahead.');
  if (from < now - justNow) throw new DomainError('BAD_INPUT', `${new Date(from).toISOString()} is in the past.`);
  return Math.max(from, now);
}
