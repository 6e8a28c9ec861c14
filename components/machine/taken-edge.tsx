import { BaseEdge, type Edge, type EdgeProps } from '@xyflow/react';
import type { MachineEdge, Point } from './types.ts';

export type FlowEdge = Edge<{ edge: MachineEdge }, 'taken'>;

/** How round the corners of an edge are, in pixels. */
const corner = 6;

/** An edge along the points of the layout; the more often it was taken, the thicker. */
export function TakenEdge({ data, markerEnd }: EdgeProps<FlowEdge>) {
  if (!data) return null;
  const { points, taken, label } = data.edge;
  return (
    <g>
      <title>{taken > 0 ? `${label}, taken ${taken}×` : label}</title>
      <BaseEdge
        path={roundedPath(points)}
        {...(markerEnd !== undefined && { markerEnd })}
        style={{
          stroke: taken > 0 ? 'var(--ink-muted)' : 'var(--line-strong)',
          strokeOpacity: taken > 0 ? 1 : 0.55,
          strokeWidth: thicknessOf(taken),
        }}
      />
    </g>
  );
}

/** One pixel when never taken, growing with the logarithm, so that a loop of a hundred does not drown the rest. */
function thicknessOf(taken: number): number {
  return taken === 0 ? 1 : Math.min(1.5 + Math.log2(taken), 6);
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
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const share = Math.min(corner, length / 2) / length;
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}
