/** A stretch of time from its first moment up to and without its last; epoch milliseconds. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** Whether both have a moment in common. One that ends when the other begins has none, nor has an empty one. */
export function overlap(a: Interval, b: Interval): boolean {
  return Math.max(a.from, b.from) < Math.min(a.to, b.to);
}

/** The first of these that has a moment in common with the stretch. */
export function inTheWay<T extends Interval>(taken: readonly T[], stretch: Interval): T | undefined {
  return taken.find((one) => overlap(one, stretch));
}
