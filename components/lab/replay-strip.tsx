import { cx } from '#components/ui/cx.ts';
import { percent } from '#lib/format/percent.ts';
import type { ReplayedRun } from './types.ts';

export type ReplayStripProps = { run: Pick<ReplayedRun, 'rates' | 'iteration' | 'kind' | 'verdict'> };

const step = 9;
const height = 28;
/** More iterations than this are drawn narrower. */
const roomy = 24;

/** A run's iterations as bars of their pass rates; those that would not have been run are faint, beyond the record is a question mark. */
export function ReplayStrip({ run }: ReplayStripProps) {
  const { rates, iteration, kind } = run;
  const wide = rates.length <= roomy ? step : (roomy * step) / rates.length;
  const end = (iteration + 1) * wide;
  return (
    <svg
      role="img"
      aria-label={sentenceOf(run)}
      width={rates.length * wide + 14}
      height={height}
      className="block max-w-full shrink-0"
    >
      {rates.map((rate, at) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: an iteration is its place in the run
          key={at}
          x={at * wide}
          y={height - barOf(rate)}
          width={Math.max(wide - 2, 1)}
          height={barOf(rate)}
          className={cx(rate === null ? 'fill-line-strong' : 'fill-series-kept', at > iteration && 'opacity-25')}
        />
      ))}
      <line
        x1={end - 1}
        x2={end - 1}
        y1={0}
        y2={height}
        className="stroke-ink"
        strokeDasharray={kind === 'ends' ? undefined : '2 2'}
      />
      {kind !== 'ends' && (
        <text x={end + 2} y={11} className="fill-ink-muted text-xs">
          ?
        </text>
      )}
    </svg>
  );
}

function barOf(rate: number | null): number {
  return rate === null ? 2 : 2 + rate * (height - 4);
}

function sentenceOf({ rates, iteration, kind, verdict }: ReplayStripProps['run']): string {
  const last = rates.findLast((rate) => rate !== null);
  const record = `${rates.length - 1} iterations recorded, the last at ${last === undefined || last === null ? 'no result' : percent(last)}`;
  return kind === 'ends'
    ? `${record}; would have ended after iteration ${iteration} with ${verdict}`
    : `${record}; unknown after iteration ${iteration}`;
}
