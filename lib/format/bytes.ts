const units = ['kB', 'MB', 'GB', 'TB'] as const;

/** A size in bytes, decimal units, one decimal below ten: `812 B`, `1.4 kB`, `38 MB`. */
export function bytes(size: number): string {
  if (!Number.isFinite(size) || size < 0) return '–';
  if (size < 1000) return `${Math.round(size)}\u00a0B`;
  let amount = size / 1000;
  let unit: string = units[0];
  for (const larger of units.slice(1)) {
    if (amount < 999.5) break;
    amount /= 1000;
    unit = larger;
  }
  return `${amount < 9.95 ? amount.toFixed(1) : Math.round(amount)}\u00a0${unit}`;
}
