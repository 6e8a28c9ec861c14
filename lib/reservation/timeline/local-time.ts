import { isOnCalendar } from './calendar.ts';

const hour = 3_600_000;

/** A time as a field of the browser writes it, in a zone: `2026-03-29T09:00`. */
export function localTime(at: number, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/** The time that clocks of a zone show so, epoch milliseconds: the first where it comes twice, an hour on where it is left out. Null for what is no time, or none of our calendar. */
export function timeOfLocal(written: string, zone: string): number | null {
  const asUtc = Date.parse(`${written}Z`);
  if (!isOnCalendar(asUtc)) return null;
  const shown = (at: number) => Date.parse(`${localTime(at, zone)}Z`);
  const guess = asUtc - (shown(asUtc) - asUtc);
  const near = [guess - hour, guess, guess + hour];
  return near.find((at) => shown(at) === asUtc) ?? guess + hour;
}
