/** A rate between 0 and 1 as percent with two decimals, or more where two would hide that it is not 0 % or 100 %. */
export function percent(value: number): string {
  const shown = (value * 100).toFixed(2);
  const hidesRest = (shown === '100.00' && value < 1) || (Number(shown) === 0 && value !== 0);
  return `${hidesRest ? (value * 100).toFixed(6) : shown}%`;
}

/** A count as it is, any other number with at most three decimals. */
export function plain(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(3);
}

/** `1 result`, `2 results`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
