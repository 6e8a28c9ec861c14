const day = 86_400_000;
const first = Date.UTC(1970, 0, 1) + day;
const last = Date.UTC(9999, 11, 31);

/** Whether a time, epoch milliseconds, can be shown in every zone: one of the years 1970 to 9999. Addresses and fields of browsers hold others, too. */
export function isOnCalendar(at: number): boolean {
  return at >= first && at < last;
}
