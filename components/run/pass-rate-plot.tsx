'use client';

import { useState } from 'react';
import type { PassRateChartProps } from './pass-rate-chart.tsx';
import { PassRateLines } from './pass-rate-lines.tsx';
import { PassRateTip } from './pass-rate-tip.tsx';

/** Distances between labels that are easy to count in. */
const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500];

const levels = [1, 0.75, 0.5, 0.25, 0];

/** The drawing of the pass-rate chart: lines in a frame, a column for each iteration to point at and to open. */
export function PassRatePlot({ points, lines, selected, onSelect }: PassRateChartProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const iterations = points.map(({ iteration }) => iteration);
  const labelled = stepOf(points.length);
  const tip = points.find(({ iteration }) => iteration === pointed);
  return (
    <div className="tabular grid h-44 grid-cols-[44px_minmax(0,1fr)] grid-rows-[minmax(0,1fr)_20px] pt-2 pr-3 text-ink-muted text-xs">
      <div aria-hidden className="relative">
        {levels.map((level) => (
          <span key={level} className="absolute right-2 -translate-y-1/2" style={{ top: `${(1 - level) * 100}%` }}>
            {level * 100}%
          </span>
        ))}
      </div>
      <div className="relative" onPointerLeave={() => setPointed(null)}>
        <PassRateLines points={points} lines={lines} selected={pointed ?? selected} />
        <div className="absolute inset-0 flex">
          {iterations.map((iteration) => (
            <button
              key={iteration}
              type="button"
              tabIndex={-1}
              aria-label={`Open iteration ${iteration}`}
              className="h-full min-w-0 flex-1"
              onPointerEnter={() => setPointed(iteration)}
              onClick={() => onSelect?.(iteration)}
            />
          ))}
        </div>
        {tip && (
          <div
            className="pointer-events-none absolute top-1 z-20 w-max"
            style={placeOfTip((iterations.indexOf(tip.iteration) + 0.5) / points.length)}
          >
            <PassRateTip point={tip} />
          </div>
        )}
      </div>
      <div aria-hidden className="relative col-start-2">
        {iterations.map((iteration, index) =>
          index % labelled === 0 ? (
            <span
              key={iteration}
              className="absolute top-1 -translate-x-1/2"
              style={{ left: `${((index + 0.5) / points.length) * 100}%` }}
            >
              {iteration}
            </span>
          ) : null,
        )}
      </div>
    </div>
  );
}

/** Beside the column that is pointed at, on the side with more room. */
function placeOfTip(place: number): { left: string } | { right: string } {
  return place < 0.5 ? { left: `calc(${place * 100}% + 12px)` } : { right: `calc(${(1 - place) * 100}% + 12px)` };
}

/** At most about a dozen labels. */
function stepOf(count: number): number {
  return steps.find((candidate) => count / candidate <= 13) ?? 1_000;
}
