const formats = new Map<string, Intl.DateTimeFormat>();

/** When the day of `now` began in a time zone; both in epoch milliseconds. A day in which the clock is changed may begin an hour off. */
export function dayStart(now: number, zone: string): number {
  const known = formats.get(zone);
  const format =
    known ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  formats.set(zone, format);
  const parts = format.formatToParts(now);
  const part = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((one) => one.type === type)?.value ?? 0);
  const passed = ((part('hour') * 60 + part('minute')) * 60 + part('second')) * 1_000 + (now % 1_000);
  return now - passed;
}
