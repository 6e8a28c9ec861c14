/** An instant in epoch milliseconds with its zone: `2026-03-14 14:02:11 UTC+1`. An unknown zone name falls back to UTC. */
export function exactTime(at: number, zone: string): string {
  const part = partsIn(at, zone);
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}:${part('second')} ${offset(part('timeZoneName'))}`;
}

/** The time of day alone, `14:02:11`, for rows whose date stands elsewhere. */
export function clockTime(at: number, zone: string): string {
  const part = partsIn(at, zone);
  return `${part('hour')}:${part('minute')}:${part('second')}`;
}

function offset(name: string): string {
  return name === 'GMT+0' ? 'UTC' : name.replace('GMT', 'UTC');
}

function partsIn(at: number, zone: string): (type: Intl.DateTimeFormatPartTypes) => string {
  const parts = formatterOf(zone).formatToParts(at);
  return (type) => parts.find((part) => part.type === type)?.value ?? '';
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const made = makeFormatter(zone);
  formatters.set(zone, made);
  return made;
}

function makeFormatter(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'shortOffset',
    });
  } catch {
    return makeFormatter('UTC');
  }
}
