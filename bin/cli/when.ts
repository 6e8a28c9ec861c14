import { toMilliseconds } from '#lib/config/units.ts';
import { DomainError } from '#lib/errors.ts';

const day = 86_400_000;

/** A time as somebody writes it, in the zone of this machine unless it says its own: `14:30` (the next one), `2026-12-24T09:00`. Throws BAD_INPUT. */
export function timeOf(written: string, now: number): number {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(written) ?? [];
  if (hours !== undefined && Number(hours) < 24 && Number(minutes) < 60) {
    const today = new Date(now).setHours(Number(hours), Number(minutes), 0, 0);
    // By the calendar, not by 24 hours: half past two is half past two also after the clocks have changed.
    return today > now ? today : new Date(now + day).setHours(Number(hours), Number(minutes), 0, 0);
  }
  const at = /^\d{4}-\d{2}-\d{2}/.test(written) ? new Date(written.replace(' ', 'T')).getTime() : Number.NaN;
  if (Number.isFinite(at)) return at;
  throw new DomainError('BAD_INPUT', `${written} is no time.`, {
    next: 'Write 14:30, 2026-12-24T09:00, or with a zone 2026-12-24T09:00+01:00.',
  });
}

/** A length of time in whole minutes, at least one: `2h`, `90m`, `1h30m`. Throws BAD_INPUT. */
export function minutesOf(written: string): number {
  return wholeOf(written, 60_000);
}

/** A length of time in whole seconds, at least one: `30s`, `2m`. Throws BAD_INPUT. */
export function secondsOf(written: string): number {
  return wholeOf(written, 1_000);
}

function wholeOf(written: string, unitMs: number): number {
  const ms = /^\d+$/.test(written) ? null : toMilliseconds(written);
  if (ms !== null) return Math.max(1, Math.ceil(ms / unitMs));
  throw new DomainError('BAD_INPUT', `${written} is no length of time.`, { next: 'Write 2h, 30m or 1h30m.' });
}
