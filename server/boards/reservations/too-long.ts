import { DomainError } from '#lib/errors.ts';
import { duration } from '#lib/format/duration.ts';
import type { Candidate } from '#server/store/reservations/candidates.ts';

/** Throws LIMIT where somebody asks for longer than they may; gives how far the reservation can be extended. */
export function refuseTooLong(
  boards: readonly Candidate[],
  {
    minutes,
    longest,
  }: { minutes: number; longest: ((boards: readonly Pick<Candidate, 'site' | 'maxMinutes'>[]) => number) | null },
): number | null {
  const most = longest?.(boards) ?? null;
  if (most === null || minutes <= most) return most;
  throw new DomainError('LIMIT', `${duration(minutes * 60_000)} is longer than you may have such boards at once.`, {
    next: most === 0 ? 'A lead can give you a role that may.' : `The most is ${duration(most * 60_000)}.`,
  });
}
