/**
 * A ratio from 0 to 1 as a percentage with one decimal. Rounding never claims all or nothing:
 * 0.9999 reads `99.9 %` and 0.0001 reads `0.1 %`.
 */
export function percent(ratio: number): string {
  if (!Number.isFinite(ratio)) return '–';
  const rounded = Math.round(ratio * 1000) / 10;
  if (rounded === 100 && ratio < 1) return '99.9\u00a0%';
  if (rounded === 0 && ratio > 0) return '0.1\u00a0%';
  return `${rounded.toFixed(1)}\u00a0%`;
}

/** A change of a ratio, with its sign: `+0.7 %`, `−2.0 %`, `±0.0 %`. */
export function signedPercent(change: number): string {
  if (!Number.isFinite(change)) return '–';
  const points = Math.round(Math.abs(change) * 1000) / 10;
  return `${signOf(change)}${points.toFixed(1)}\u00a0%`;
}

/** A change of a count, with its sign: `+6`, `−2`, `±0`. */
export function signedCount(change: number): string {
  return `${signOf(change)}${Math.abs(change)}`;
}

function signOf(change: number): string {
  if (change === 0) return '±';
  return change > 0 ? '+' : '−';
}
