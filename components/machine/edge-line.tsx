import { memo } from 'react';
import type { MachineEdge, Point } from './types.ts';

export type EdgeLineProps = {
  edge: MachineEdge;
  /** Stands back while a state is pointed at that it does not touch. */
  faded: boolean;
};

/** How round the corners of an edge are, and how long its head is, in the drawing's pixels. */
const corner = 5;
const head = 6;

/** An edge along the points of the layout; the more often it was taken, the thicker. Drawn again when it has changed. */
export const EdgeLine = memo(function EdgeLine({ edge, faded }: EdgeLineProps) {
  const { points, taken, label, newest, from, to } = edge;
  const stroke = newest ? 'var(--busy)' : taken > 0 ? 'var(--ink-muted)' : 'var(--line-strong)';
  const [last, before] = [points.at(-1), points.at(-2)];
  if (last === undefined || before === undefined) return null;
  const width = thicknessOf(taken);
  const size = head + width / 2;
  return (
    <g style={{ opacity: faded ? 0.25 : 1 }}>
      <title>{`${from} to ${to}: ${label}${taken > 0 ? `, taken ${taken}×` : ', never taken'}`}</title>
      <path
        d={roundedPath([...points.slice(0, -1), shorter(last, before, size - 1)])}
        stroke={stroke}
        strokeWidth={width}
        {...(taken === 0 && { strokeDasharray: '3 3' })}
      />
      <path d={headPath(last, before, size)} fill={stroke} />
    </g>
  );
});

/** One pixel when never taken, growing with the logarithm, so that a loop of a hundred does not drown the rest. */
function thicknessOf(taken: number): number {
  return taken === 0 ? 1 : Math.min(1.25 + Math.log2(taken) * 0.8, 5);
}

function headPath(tip: Point, from: Point, size: number): string {
  const base = shorter(tip, from, size);
  const across = { x: (tip.y - base.y) * 0.55, y: (base.x - tip.x) * 0.55 };
  return `M${tip.x} ${tip.y}L${base.x + across.x} ${base.y + across.y}L${base.x - across.x} ${base.y - across.y}Z`;
}

/** The point `by` pixels before the end of a leg. */
function shorter(end: Point, start: Point, by: number): Point {
  const length = Math.hypot(end.x - start.x, end.y - start.y) || 1;
  const share = Math.min(by, length) / length;
  return { x: end.x + (start.x - end.x) * share, y: end.y + (start.y - end.y) * share };
}

function roundedPath(points: readonly Point[]): string {
  const [start, ...rest] = points;
  if (!start) return '';
  const legs = rest.map((point, index) => {
    const before = points[index] ?? start;
    const after = rest[index + 1];
    if (!after) return `L${point.x} ${point.y}`;
    const enter = toward(point, before);
    const leave = toward(point, after);
    return `L${enter.x} ${enter.y}Q${point.x} ${point.y} ${leave.x} ${leave.y}`;
  });
  return `M${start.x} ${start.y}${legs.join('')}`;
}

/** The point on the way from `from` to `to`, a corner's radius away and never past the middle. */
function toward(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  return shorter(from, to, Math.min(corner, length / 2));
}
