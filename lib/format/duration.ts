const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A length of time in milliseconds as people read it: `840 ms`, `1.2 s`, `20 s`, `4 min 05 s`, `2 h 07 min`, `3 d 04 h`. Negative lengths read as `0 ms`. */
export function duration(milliseconds: number): string {
  if (!Number.isFinite(milliseconds)) return '–';
  const ms = Math.max(0, Math.round(milliseconds));
  if (ms < SECOND) return `${ms}\u00a0ms`;
  if (ms < MINUTE - 50) return `${Number((ms / SECOND).toFixed(1))}\u00a0s`;
  const seconds = Math.round(ms / SECOND) * SECOND;
  if (seconds < HOUR) return pair(seconds, MINUTE, 'min', SECOND, 's');
  if (ms < DAY) return pair(seconds, HOUR, 'h', MINUTE, 'min');
  return pair(seconds, DAY, 'd', HOUR, 'h');
}

function pair(ms: number, big: number, bigUnit: string, small: number, smallUnit: string): string {
  const rest = Math.floor((ms % big) / small);
  return `${Math.floor(ms / big)}\u00a0${bigUnit} ${String(rest).padStart(2, '0')}\u00a0${smallUnit}`;
}
