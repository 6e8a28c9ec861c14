/** Arithmetic mean; 0 for an empty list. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Population standard deviation (divided by n), as numpy's `std`. */
export function populationDeviation(values: readonly number[]): number {
  const centre = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - centre) ** 2)));
}

/** Slope of the least-squares line through `values` at x = 0, 1, 2, …; 0 for fewer than two values. */
export function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const centre = mean(values);
  const spread = values.reduce((sum, _, x) => sum + (x - middle) ** 2, 0);
  const together = values.reduce((sum, value, x) => sum + (x - middle) * (value - centre), 0);
  return spread === 0 ? 0 : together / spread;
}
