import { duration } from '#lib/format/duration.ts';
import { isFailing } from '#lib/history/outcome.ts';
import type { HistoryEntry } from './types.ts';

export type DurationChartProps = {
  /** Newest first. */
  results: readonly HistoryEntry[];
};

const width = 640;
const height = 96;
const inset = 8;

/** How long a test took, result by result, the newest right; a failure has an upright mark. The table below has the numbers. */
export function DurationChart({ results }: DurationChartProps) {
  const timed = results
    .toReversed()
    .flatMap((entry) => (entry.durationMs === null ? [] : [{ ...entry, ms: entry.durationMs }]));
  const longest = Math.max(...timed.map(({ ms }) => ms), 0);
  if (timed.length < 2 || longest === 0)
    return <p className="text-ink-muted text-sm">Too few results say how long they took.</p>;
  const middle = timed.map(({ ms }) => ms).sort((one, other) => one - other)[Math.floor(timed.length / 2)] ?? 0;
  const x = (at: number): number => inset + (at / (timed.length - 1)) * (width - 2 * inset);
  const y = (ms: number): number => height - inset - (ms / longest) * (height - 2 * inset);
  return (
    <figure className="flex min-w-0 flex-col gap-1">
      <svg
        role="img"
        aria-label={`Duration of ${timed.length} results: median ${duration(middle)}, longest ${duration(longest)}, newest ${duration(timed.at(-1)?.ms ?? 0)}`}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="h-24 w-full border-line border-y"
      >
        <line
          x1={0}
          x2={width}
          y1={y(middle)}
          y2={y(middle)}
          className="stroke-line-strong"
          strokeDasharray="4 4"
          vectorEffect="non-scaling-stroke"
        />
        <polyline
          points={timed.map(({ ms }, at) => `${x(at)},${y(ms)}`).join(' ')}
          className="fill-none stroke-series-kept"
          strokeWidth={1.5}
          vectorEffect="non-scaling-stroke"
        />
        {timed.map(({ ms, outcome, resultSetId }, at) =>
          isFailing(outcome) ? (
            <path
              key={resultSetId}
              d={`M${x(at)},${y(ms) - 6}v12`}
              className="stroke-bad"
              strokeWidth={1.5}
              vectorEffect="non-scaling-stroke"
            />
          ) : null,
        )}
      </svg>
      <figcaption className="tabular text-ink-muted text-xs">
        median {duration(middle)} (dashed), longest {duration(longest)}; upright marks are failures
      </figcaption>
    </figure>
  );
}
