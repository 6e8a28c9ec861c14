import { dayStart } from '#lib/format/day-start.ts';
import type { Interval } from '../interval.ts';

/** How much a timeline shows at once. */
export const spans = ['day', 'week'] as const;
export type Span = (typeof spans)[number];

/** A stretch of time with the lines and words over it. Epoch milliseconds. */
export interface Axis extends Interval {
  readonly zone: string;
  /** Windows begin and end on multiples of it from the beginning of the axis. */
  readonly stepMs: number;
  readonly ticks: readonly Tick[];
}

export interface Tick {
  readonly at: number;
  readonly label: string;
  /** Where there is little room. */
  readonly short: string;
  /** Begins a day. */
  readonly isDay: boolean;
}

const hour = 3_600_000;
const daysIn: Readonly<Record<Span, number>> = { day: 1, week: 7 };

/** The day or the week of a time, in a zone: a day lasts 23 or 25 hours when the clocks change, and its hours say so. */
export function axisOf(at: number, span: Span, zone: string): Axis {
  const first = span === 'day' ? midnight(at, zone) : weekStart(at, zone);
  const days = daysFrom(first, daysIn[span] + 1, zone);
  const to = days.at(-1) ?? first;
  const ticks = span === 'day' ? hourTicks(first, to, zone) : days.slice(0, -1).map((day) => dayTick(day, zone));
  return { from: first, to, zone, stepMs: span === 'day' ? hour / 4 : hour, ticks };
}

/** The beginning of the axis before or after this one. */
export function turned({ from, to, zone }: Axis, span: Span, by: -1 | 1): number {
  return by === 1 ? to : axisOf(from - hour, span, zone).from;
}

/** Where a time lies on the axis, 0 to 1; times beyond lie beyond. */
export function shareOf({ from, to }: Interval, at: number): number {
  return (at - from) / (to - from);
}

/** The time at a share of the axis, on its nearest step. */
export function timeAt(axis: Axis, share: number): number {
  return snapped(axis, axis.from + share * (axis.to - axis.from));
}

/** The nearest time on which a window may begin. */
export function snapped({ from, stepMs }: Axis, at: number): number {
  return from + Math.round((at - from) / stepMs) * stepMs;
}

/** Beginnings of days by the calendar. Noon of the next day is looked for: 36 hours after a midnight it is that day in any zone. */
function daysFrom(first: number, count: number, zone: string): number[] {
  const days = [first];
  while (days.length < count) days.push(midnight((days.at(-1) ?? first) + 36 * hour, zone));
  return days;
}

/** Monday's beginning. */
function weekStart(at: number, zone: string): number {
  let day = midnight(at, zone);
  for (let back = 0; back < 7 && weekday(day, zone) !== 'Mon'; back += 1) day = midnight(day - 12 * hour, zone);
  return day;
}

/** When the day of a time began, also where the clocks have been changed since. */
function midnight(at: number, zone: string): number {
  const guess = dayStart(at, zone);
  const date = formatted(at, zone, { day: 'numeric', month: 'short' });
  const begins = [guess, guess - hour, guess + hour].find(
    (begin) =>
      formatted(begin, zone, { hour: '2-digit', minute: '2-digit' }) === '00:00' &&
      formatted(begin, zone, { day: 'numeric', month: 'short' }) === date,
  );
  return begins ?? guess;
}

function hourTicks(from: number, to: number, zone: string): Tick[] {
  const ticks: Tick[] = [];
  for (let at = from; at < to; at += 2 * hour) ticks.push(at === from ? dayTick(at, zone) : hourTick(at, zone));
  return ticks;
}

function hourTick(at: number, zone: string): Tick {
  const shown = formatted(at, zone, { hour: '2-digit' });
  return { at, label: `${shown}:00`, short: shown, isDay: false };
}

function dayTick(at: number, zone: string): Tick {
  const label = formatted(at, zone, { weekday: 'short', day: 'numeric', month: 'short' });
  return { at, label, short: formatted(at, zone, { day: 'numeric' }), isDay: true };
}

/** What an axis shows, for a reader who sees short labels alone: `Wed 6 May 2026`, `Mon 19 Oct – Sun 25 Oct 2026`. */
export function axisTitle({ from, to, zone }: Axis): string {
  const [first, last] = [from, to - hour].map((at) => dayTick(at, zone).label);
  const year = formatted(to - hour, zone, { year: 'numeric' });
  return first === last ? `${first} ${year}` : `${first} – ${last} ${year}`;
}

function weekday(at: number, zone: string): string {
  return formatted(at, zone, { weekday: 'short' });
}

function formatted(at: number, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hourCycle: 'h23', ...options }).format(at);
}
