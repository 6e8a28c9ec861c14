/** A whole number with thousands separated: `12,480`. */
export function count(amount: number): string {
  return String(Math.trunc(amount)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A number with its noun: `1 test`, `12,480 tests`; irregular plurals are given. */
export function counted(amount: number, one: string, many = `${one}s`): string {
  return `${count(amount)}\u00a0${amount === 1 ? one : many}`;
}
