import { cx } from '#components/ui/cx.ts';
import { exactTime } from '#lib/format/exact-time.ts';
import { type Axis, shareOf } from '#lib/reservation/timeline/axis.ts';
import type { Outcome } from '#lib/reservation/timeline/gesture.ts';
import { percent } from './timeline-axis.tsx';
import type { TimelineBar } from './types.ts';

export type TimelineLaneProps = {
  axis: Axis;
  bars: readonly TimelineBar[];
  /** Whose bars can be taken hold of. */
  isMine: (bar: TimelineBar) => boolean;
  /** What is being drawn or moved onto this board. */
  outcome: Outcome | null;
  /** The reservation that is being moved: its old place is faint. */
  lifted: string | null;
  zone: string;
};

/** One board's windows. */
export function TimelineLane({ axis, bars, isMine, outcome, lifted, zone }: TimelineLaneProps) {
  return (
    <div className="relative h-full flex-1 overflow-hidden">
      {axis.ticks.map(({ at }) => (
        <span
          key={at}
          aria-hidden
          style={{ left: percent(shareOf(axis, at)) }}
          className="absolute inset-y-0 border-line border-l"
        />
      ))}
      {bars.map((bar) => (
        <Bar
          key={`${bar.reservationId}:${bar.from}`}
          axis={axis}
          bar={bar}
          mine={isMine(bar)}
          faint={bar.reservationId === lifted}
          zone={zone}
        />
      ))}
      {outcome !== null && (
        <span
          data-outcome={outcome.conflict === null ? 'free' : 'conflict'}
          style={placeOf(axis, outcome)}
          className={cx(
            'pointer-events-none absolute inset-y-0.5 rounded-sm border-2 border-dashed',
            outcome.conflict === null ? 'border-good bg-good-soft' : 'border-bad bg-bad-soft',
          )}
        />
      )}
    </div>
  );
}

type BarProps = { axis: Axis; bar: TimelineBar; mine: boolean; faint: boolean; zone: string };

function Bar({ axis, bar, mine, faint, zone }: BarProps) {
  const { reservationId, holder, runNumber, purpose, status, from, to } = bar;
  const name = runNumber === null ? holder : `run #${runNumber}`;
  const words = `${name}${purpose === '' ? '' : `: ${purpose}`}, ${exactTime(from, zone)} to ${exactTime(to, zone)}`;
  return (
    <span
      data-bar={reservationId}
      title={words}
      style={placeOf(axis, bar)}
      className={cx(
        'absolute inset-y-1 min-w-0.5 overflow-hidden rounded-sm border px-1 text-xs leading-5',
        looks[runNumber === null ? status : 'run'],
        status === 'ended' && 'opacity-60',
        mine && 'cursor-grab',
        faint && 'opacity-30',
      )}
    >
      <span className="pointer-events-none block truncate">{name}</span>
      {mine && <span data-edge aria-hidden className="absolute inset-y-0 right-0 w-1.5 cursor-ew-resize" />}
    </span>
  );
}

const looks = {
  held: 'border-busy-line bg-busy-soft text-busy',
  booked: 'border-line-strong bg-surface text-ink',
  ended: 'border-idle-line bg-idle-soft text-idle',
  run: 'border-good-line bg-good-soft text-good',
} as const;

function placeOf(axis: Axis, { from, to }: { from: number; to: number }): { left: string; width: string } {
  const [begin, end] = [shareOf(axis, Math.max(from, axis.from)), shareOf(axis, Math.min(to, axis.to))];
  return { left: percent(begin), width: percent(Math.max(0, end - begin)) };
}
