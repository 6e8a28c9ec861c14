import { measures } from './measures.ts';
import type { Box, Lane } from './place-states.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What a way needs to know of the whole drawing. */
export interface Surroundings {
  /** How many rows lie between two states of the same lane; negative for a way back. */
  readonly rows: number;
  /** Which of the states aside this way leads to or comes from, from 0. */
  readonly asideIndex: number;
  /** Width of the drawing. */
  readonly width: number;
}

type Route = (from: Box, to: Box, around: Surroundings) => Point[];

const { lane, port, endsGap, leftChannel } = measures;

/** The way between two states by the lanes that they stand in. Ways to one state share their last stretch. */
const routes: Record<Lane, Partial<Record<Lane, Route>>> = {
  main: { main: alongMain, aside: toAside, end: fromAboveToEnd },
  aside: { main: toMain, aside: alongAside, end: aroundToEnd },
  end: {},
};

/** The corners of the way from one state to another, from border to border. */
export function routeEdge(from: Box, to: Box, around: Surroundings): Point[] {
  return routes[from.lane][to.lane]?.(from, to, around) ?? [];
}

/** Down to the next; past others close to the right of them; back at the left, the longer the farther out. */
function alongMain(from: Box, to: Box, { rows }: Surroundings): Point[] {
  if (rows === 1) return straightDown(from, to);
  if (rows > 1)
    return beside(
      right(from) + lane,
      { x: right(from), y: middle(from) - port },
      { x: right(to), y: middle(to) - port },
    );
  const x = leftChannel - Math.min(lane - rows * 1.6, leftChannel - 3);
  return beside(x, { x: from.x, y: middle(from) }, { x: to.x, y: middle(to) });
}

function toAside(from: Box, to: Box, { asideIndex }: Surroundings): Point[] {
  const x = right(from) + lane * 2 + asideIndex * lane * 2;
  return beside(x, { x: right(from), y: middle(from) - port }, { x: to.x, y: middle(to) - port });
}

function toMain(from: Box, to: Box, { asideIndex }: Surroundings): Point[] {
  const x = right(to) + lane * 3 + asideIndex * lane * 2;
  return beside(x, { x: from.x, y: middle(from) + port }, { x: right(to), y: middle(to) + port });
}

function alongAside(from: Box, to: Box, { rows }: Surroundings): Point[] {
  if (rows === 1) return straightDown(from, to);
  return beside(right(from) + lane, { x: right(from), y: middle(from) }, { x: right(to), y: middle(to) });
}

/** Down from below, then across above the ends. */
function fromAboveToEnd(from: Box, to: Box): Point[] {
  const start = { x: centre(from), y: from.y + from.height };
  return across(start, to, to.y - endsGap / 2);
}

/** Around at the right, then across above the ends. */
function aroundToEnd(from: Box, to: Box, { width }: Surroundings): Point[] {
  const x = width - 3;
  const start = { x: right(from), y: middle(from) + port };
  return [start, ...across({ x, y: start.y }, to, to.y - endsGap / 2 + 4)];
}

function across(start: Point, to: Box, y: number): Point[] {
  const x = centre(to);
  return [start, { x: start.x, y }, { x, y }, { x, y: to.y }];
}

function beside(x: number, start: Point, end: Point): Point[] {
  return [start, { x, y: start.y }, { x, y: end.y }, end];
}

function straightDown(from: Box, to: Box): Point[] {
  return [
    { x: centre(from), y: from.y + from.height },
    { x: centre(from), y: to.y },
  ];
}

function right(box: Box): number {
  return box.x + box.width;
}

function middle(box: Box): number {
  return box.y + box.height / 2;
}

function centre(box: Box): number {
  return box.x + box.width / 2;
}
