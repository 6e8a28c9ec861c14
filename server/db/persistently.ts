import { setTimeout as wait } from 'node:timers/promises';
import { DomainError } from '#lib/errors.ts';

const firstDelayMs = 100;
const longestDelayMs = 2_000;

/**
 * Repeats a report to the database until it is heard: a restart of Postgres must not lose a result. Safe because every
 * report is keyed and fenced. A DomainError is an answer, not an outage, and goes through.
 */
export async function persistently<T>(report: () => Promise<T>): Promise<T> {
  for (let delay = firstDelayMs; ; delay = Math.min(delay * 2, longestDelayMs)) {
    try {
      return await report();
    } catch (error) {
      if (error instanceof DomainError || !isOutage(error)) throw error;
      await wait(delay);
    }
  }
}

/** Whether the database was away: connection classes of SQLSTATE (08, 53, 57P) and errors of the socket itself. */
export function isOutage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/^(08|53|57P)/.test(code) || /^E(CONN|PIPE|HOST|NET|TIMEDOUT|NOTFOUND|AI)/.test(code)) return true;
  return (
    code === '40001' || code === '40P01' || (error instanceof Error && /terminat|timeout|connect/i.test(error.message))
  );
}
