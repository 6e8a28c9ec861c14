import { RRuleTemporal } from 'rrule-temporal';
import { DomainError } from '#lib/errors.ts';

/** Times that come again. */
export interface Recurrence {
  /** RFC 5545 without DTSTART: `FREQ=WEEKLY;BYDAY=MO,WE`. */
  readonly rule: string;
  /** IANA name: the hour of the day holds there, also when the clocks change. */
  readonly zone: string;
  /** The first time, epoch milliseconds. */
  readonly firstAt: number;
}

/** A rule such as `FREQ=SECONDLY` is refused instead of counted out. */
const frequencies = /(?:^|;)FREQ=(?:DAILY|WEEKLY|MONTHLY|YEARLY)(?:;|$)/i;
const mostCandidates = 20_000;

/** When it comes between two times, in order, epoch milliseconds. Throws BAD_INPUT for a rule or a zone that is none. */
export function occurrences({ rule, zone, firstAt }: Recurrence, from: number, to: number): number[] {
  if (!frequencies.test(rule))
    throw new DomainError(
      'BAD_INPUT',
      `${rule.slice(0, 80)} does not say how often: FREQ=DAILY, WEEKLY, MONTHLY or YEARLY.`,
    );
  try {
    const begin = `DTSTART;TZID=${zone}:${wallClock(firstAt, zone)}`;
    const options = { maxIterations: mostCandidates, maxCandidateEvaluations: mostCandidates, strict: true };
    const recurrence = new RRuleTemporal({ rruleString: `${begin}\nRRULE:${rule}`, ...options });
    return recurrence.between(new Date(from), new Date(to), true).map(({ epochMilliseconds }) => epochMilliseconds);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new DomainError(
      'BAD_INPUT',
      `The rule ${rule.slice(0, 80)} in ${zone.slice(0, 40)} cannot be followed: ${why}.`,
      {
        next: 'Write for example FREQ=WEEKLY;BYDAY=MO,WE;COUNT=10 in Europe/Berlin.',
        cause,
      },
    );
  }
}

/** The time as clocks in the zone show it, as DTSTART writes it: 20260328T090000. */
function wallClock(at: number, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
    hourCycle: 'h23',
  } as const).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}${part('month')}${part('day')}T${part('hour')}${part('minute')}${part('second')}`;
}
