export type SparkLineProps = {
  /** What the line shows, read aloud with its last value. */
  label: string;
  /** Ratios from 0 to 1, oldest first; a gap where nothing was measured. */
  points: readonly (number | null)[];
  /** Drawn as a hairline. */
  target?: number | undefined;
};

const width = 72;
const height = 20;
const inset = 2;

/** The shape of a series in the height of a row. */
export function SparkLine({ label, points, target }: SparkLineProps) {
  const spots = points.flatMap((value, index) =>
    value === null ? [] : [{ x: xOf(index, points.length), y: yOf(value) }],
  );
  const last = spots.at(-1);
  return (
    <svg role="img" aria-label={label} width={width} height={height} className="shrink-0">
      {target !== undefined && (
        <line
          x1={0}
          x2={width}
          y1={yOf(target)}
          y2={yOf(target)}
          className="stroke-line-strong"
          strokeDasharray="2 2"
        />
      )}
      <polyline
        points={spots.map(({ x, y }) => `${x},${y}`).join(' ')}
        className="fill-none stroke-series-kept"
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
      {last && <circle cx={last.x} cy={last.y} r={2} className="fill-series-kept" />}
    </svg>
  );
}

function xOf(index: number, length: number): number {
  return inset + (length > 1 ? index / (length - 1) : 1) * (width - 2 * inset);
}

function yOf(ratio: number): number {
  return inset + (1 - ratio) * (height - 2 * inset);
}
