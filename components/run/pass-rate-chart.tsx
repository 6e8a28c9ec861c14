'use client';

import { Notice } from '#components/ui/notice.tsx';
import { percent } from '#lib/format/percent.ts';
import type { RateLines, RatePoint } from './iteration-types.ts';
import { PassRateLegend } from './pass-rate-legend.tsx';
import { PassRatePlot } from './pass-rate-plot.tsx';

export type PassRateChartProps = {
  points: readonly RatePoint[];
  lines: RateLines;
  /** A warning about the run's progress, a sentence; null while it gets better. */
  outlook: string | null;
  /** The iteration that is open below. */
  selected?: number | undefined;
  onSelect?: (iteration: number) => void;
};

/** Pass rate over the iterations: is it getting better, and how far is the target? */
export function PassRateChart(props: PassRateChartProps) {
  const { points, lines, outlook } = props;
  return (
    <figure aria-label={sentence(points, lines)} className="flex min-w-0 flex-col gap-1">
      <PassRateLegend lines={lines} />
      {points.length === 0 ? (
        <p className="flex h-44 items-center border-line border-y text-ink-muted text-sm">
          No iteration has been measured yet. The first point is the base, before any patch.
        </p>
      ) : (
        <PassRatePlot {...props} />
      )}
      {outlook !== null && <Notice tone="attention">{outlook}</Notice>}
    </figure>
  );
}

function sentence(points: readonly RatePoint[], lines: RateLines): string {
  const last = points.findLast((point) => point.measured !== null);
  if (!last || last.measured === null) return 'Pass rate: nothing measured yet';
  const best = last.best === null ? '' : `, best ${percent(last.best)}`;
  return `Pass rate: ${percent(last.measured)} in iteration ${last.iteration}${best}, target ${percent(lines.target)}`;
}
