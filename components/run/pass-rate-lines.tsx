import { Fragment } from 'react';
import type { RateLines, RatePoint } from './iteration-types.ts';

export type PassRateLinesProps = {
  points: readonly RatePoint[];
  lines: RateLines;
  /** The iteration that is marked. */
  selected: number | undefined;
};

/** Above this many points the dots would touch: the lines alone are drawn. */
const mostDots = 60;

/** The series and levels, in shares of the frame, so that they follow its size without being measured. */
export function PassRateLines({ points, lines, selected }: PassRateLinesProps) {
  const x = (index: number) => share((index + 0.5) / points.length);
  const dots = points.length <= mostDots;
  const marked = points.findIndex(({ iteration }) => iteration === selected);
  const windowed = Math.max(points.length - (lines.plateauWindow ?? 0), 0);
  return (
    <svg aria-hidden="true" className="absolute inset-0 size-full overflow-visible">
      {lines.plateauWindow !== undefined && windowed > 0 && (
        <rect
          x={share(windowed / points.length)}
          width={share(1 - windowed / points.length)}
          height="100%"
          fill="var(--attention-soft)"
          stroke="var(--attention-line)"
          strokeOpacity={0.6}
        />
      )}
      {[0, 0.25, 0.5, 0.75].map((level) => (
        <Level key={level} at={level} stroke={level === 0 ? 'var(--line-strong)' : 'var(--line)'} />
      ))}
      <Level at={lines.target} stroke="var(--good)" dashes="5 3" width={1.5} />
      {lines.failure !== undefined && <Level at={lines.failure} stroke="var(--bad)" dashes="1.5 3" width={2} />}
      {marked >= 0 && <line x1={x(marked)} x2={x(marked)} y2="100%" stroke="var(--line-strong)" />}
      {points.map(({ iteration, measured, kept, best }, index) => {
        const before = points[index - 1];
        const [from, to] = [x(index - 1), x(index)];
        return (
          <Fragment key={iteration}>
            <Leg {...{ from, to }} start={before?.best} end={before?.best} stroke="var(--series-best)" width={1.25} />
            <Leg from={to} to={to} start={before?.best} end={best} stroke="var(--series-best)" width={1.25} />
            {!dots && (
              <Leg
                {...{ from, to }}
                start={before?.measured}
                end={measured}
                stroke="var(--series-measured)"
                width={1}
              />
            )}
            <Leg {...{ from, to }} start={before?.kept} end={kept} stroke="var(--series-kept)" width={2} />
          </Fragment>
        );
      })}
      {dots &&
        points.map(({ iteration, measured, kept }, index) => (
          <Fragment key={iteration}>
            {measured !== null && (
              <circle
                cx={x(index)}
                cy={share(1 - measured)}
                r={4.5}
                fill="var(--surface)"
                stroke="var(--series-measured)"
                strokeWidth={1.5}
              />
            )}
            {kept !== null && <circle cx={x(index)} cy={share(1 - kept)} r={2.5} fill="var(--series-kept)" />}
          </Fragment>
        ))}
    </svg>
  );
}

type LevelProps = { at: number; stroke: string; dashes?: string; width?: number };

function Level({ at, stroke, dashes, width = 1 }: LevelProps) {
  const y = share(1 - at);
  return <line x2="100%" y1={y} y2={y} stroke={stroke} strokeWidth={width} strokeDasharray={dashes} />;
}

type LegProps = {
  from: string;
  to: string;
  start: number | null | undefined;
  end: number | null | undefined;
  stroke: string;
  width: number;
};

/** From one point to the next; nothing where one of them was not measured. */
function Leg({ from, to, start, end, stroke, width }: LegProps) {
  if (start == null || end == null) return null;
  return (
    <line
      x1={from}
      x2={to}
      y1={share(1 - start)}
      y2={share(1 - end)}
      stroke={stroke}
      strokeWidth={width}
      strokeLinecap="round"
    />
  );
}

function share(ratio: number): string {
  return `${Math.round(ratio * 10_000) / 100}%`;
}
