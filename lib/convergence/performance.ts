import type { MetricReading } from './gates.ts';

/** What the `scored` model (design §6.1) takes for the performance of one iteration. */
export interface Performance {
  /** 0.5 is that of the base; a gain or loss of a share of the base moves it by that share. 0 to 1. */
  readonly score: number;
  /** The largest share of the base that any one metric has lost; 0 when none has. */
  readonly degradation: number;
}

type Comparable = Pick<MetricReading, 'direction' | 'value' | 'baseline'>;

/**
 * Performance from the metrics of the project file: the mean of their gains against the base, each as a share of its
 * base and within ±1. A metric that was not measured, or whose base is 0 or unknown, says nothing; null when none does.
 */
export function performanceOf(readings: readonly Comparable[]): Performance | null {
  const gains = readings.flatMap((reading) => gainOf(reading) ?? []);
  if (gains.length === 0) return null;
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
  return { score: within(0, 0.5 + mean, 1), degradation: Math.max(0, ...gains.map((gain) => -gain)) };
}

function gainOf({ direction, value, baseline }: Comparable): number | null {
  if (value === null || baseline === null || baseline === 0) return null;
  const change = (value - baseline) / Math.abs(baseline);
  return within(-1, direction === 'higher' ? change : -change, 1);
}

function within(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
