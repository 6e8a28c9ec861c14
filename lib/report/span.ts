/** How long a period is. */
export const steps = ['day', 'week'] as const;
export type Step = (typeof steps)[number];

/** The days that a report is about, both included. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** Without other words a report is about so many days up to today: thirteen weeks. */
const usualDays = 91;
/** A longer report would have more periods than a chart can show: ten years. */
const mostDays = 3_660;

/** The days asked for; null when they end before they begin or are too many. */
export function spanOf(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  today: string,
): Span | null {
  const last = to ?? (from !== undefined && from > today ? from : today);
  const span = { from: from ?? daysAfter(last, 1 - usualDays), to: last };
  const length = daysBetween(span.from, span.to);
  return length < 0 || length >= mostDays ? null : span;
}

/** The same number of days right before. */
export function spanBefore({ from, to }: Span): Span {
  return { from: daysAfter(from, -daysBetween(from, to) - 1), to: daysAfter(from, -1) };
}

/** The last day of a span, then always four times as many of its last days, and at last all of it: where its newest are looked for. */
export function endsOf({ from, to }: Span): Span[] {
  const length = daysBetween(from, to) + 1;
  const ends: Span[] = [];
  for (let days = 1; days < length; days *= 4) ends.push({ from: daysAfter(to, 1 - days), to });
  return [...ends, { from, to }];
}

/** First days of the periods that a span touches, in order; a week begins on Monday. */
export function periodsOf({ from, to }: Span, by: Step): string[] {
  const step = by === 'week' ? 7 : 1;
  const first = by === 'week' ? weekOf(from) : from;
  return Array.from({ length: Math.floor(daysBetween(first, to) / step) + 1 }, (_, n) => daysAfter(first, n * step));
}

/** The part of a span that lies in one of its periods. */
export function within(span: Span, period: string, by: Step): Span {
  const last = by === 'week' ? daysAfter(period, 6) : period;
  const [from = period] = [period, span.from].toSorted().slice(-1);
  const [to = last] = [last, span.to].toSorted();
  return { from, to };
}

/** The Monday of a day's week. */
export function weekOf(date: string): string {
  return daysAfter(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7));
}

/** Calendar days have no clock: they are counted as if each had 24 hours. */
function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs);
}

const dayMs = 86_400_000;
