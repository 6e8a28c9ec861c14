'use client';

import {
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceArea,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { PassRateChartProps } from './pass-rate-chart.tsx';
import { PassRateTip } from './pass-rate-tip.tsx';
import type { RatePoint } from './types.ts';

const ticks = { fill: 'var(--ink-muted)', fontSize: 12, fontFamily: 'var(--font-mono)' };

/** Above this many points the dots would touch: the lines alone are drawn. */
const mostDots = 60;

/** The drawing of the pass-rate chart. */
export function PassRatePlot({ points, lines, selected, onSelect }: PassRateChartProps) {
  const first = points[0]?.iteration ?? 0;
  const last = points.at(-1)?.iteration ?? 0;
  const dots = points.length <= mostDots;
  const windowStart = lines.plateauWindow === undefined ? undefined : last - lines.plateauWindow + 1;
  return (
    <ResponsiveContainer width="100%" height={176} initialDimension={{ width: 640, height: 176 }}>
      <ComposedChart
        data={[...points]}
        margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
        onClick={({ activeLabel }) => activeLabel !== undefined && onSelect?.(Number(activeLabel))}
        accessibilityLayer
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="iteration"
          type="number"
          domain={[first - 0.5, last + 0.5]}
          ticks={iterationTicks(first, last)}
          tick={ticks}
          tickLine={false}
          axisLine={{ stroke: 'var(--line-strong)' }}
          height={20}
        />
        <YAxis
          domain={[0, 1]}
          ticks={[0, 0.25, 0.5, 0.75, 1]}
          tickFormatter={(ratio: number) => `${ratio * 100}`}
          unit="%"
          tick={ticks}
          tickLine={false}
          axisLine={false}
          width={46}
        />
        {windowStart !== undefined && windowStart > first && (
          <ReferenceArea
            x1={windowStart - 0.5}
            x2={last + 0.5}
            fill="var(--attention-soft)"
            fillOpacity={1}
            stroke="var(--attention-line)"
            strokeOpacity={0.6}
          />
        )}
        {selected !== undefined && <ReferenceLine x={selected} stroke="var(--line-strong)" />}
        <ReferenceLine y={lines.target} stroke="var(--good)" strokeDasharray="5 3" strokeWidth={1.5} />
        {lines.failure !== undefined && (
          <ReferenceLine y={lines.failure} stroke="var(--bad)" strokeDasharray="1.5 3" strokeWidth={2} />
        )}
        <Line
          dataKey="best"
          type="stepAfter"
          stroke="var(--series-best)"
          strokeWidth={1.25}
          dot={false}
          activeDot={false}
          isAnimationActive={false}
        />
        <Line
          dataKey="measured"
          stroke="var(--series-measured)"
          strokeWidth={dots ? 0 : 1}
          dot={dots && { r: 4.5, fill: 'var(--surface)', stroke: 'var(--series-measured)', strokeWidth: 1.5 }}
          activeDot={false}
          isAnimationActive={false}
        />
        <Line
          dataKey="kept"
          stroke="var(--series-kept)"
          strokeWidth={2}
          dot={dots && { r: 2.5, fill: 'var(--series-kept)', strokeWidth: 0 }}
          activeDot={{ r: 4, fill: 'var(--series-kept)', stroke: 'var(--surface)' }}
          isAnimationActive={false}
          connectNulls
        />
        <Tooltip
          cursor={{ stroke: 'var(--line-strong)' }}
          isAnimationActive={false}
          content={({ label }) => <PassRateTip point={pointAt(points, Number(label))} />}
        />
      </ComposedChart>
    </ResponsiveContainer>
  );
}

function pointAt(points: readonly RatePoint[], iteration: number): RatePoint | undefined {
  return points.find((point) => point.iteration === iteration);
}

/** Distances between labels that are easy to count in. */
const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/** Whole iterations, at most about a dozen of them. */
function iterationTicks(first: number, last: number): number[] {
  const step = steps.find((candidate) => (last - first) / candidate <= 12) ?? 1_000;
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step);
}
