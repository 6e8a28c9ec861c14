import { type MachineGraph, mainPath } from '#lib/engine/graph.ts';
import { measures } from './measures.ts';

/** Where a state stands: on the way that a run takes when all goes well, beside it, or in the row of ends. */
export type Lane = 'main' | 'aside' | 'end';

export interface Box {
  readonly id: string;
  readonly lane: Lane;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const { leftChannel, middleChannel, rightChannel, nodeHeight, rowPitch } = measures;

/** Rows between two states that stand aside, so that their ways do not touch. */
const asideRows = 2;

/** The states of a machine as boxes, and the width of the drawing: all lanes beside each other. */
export interface Placed {
  readonly boxes: readonly Box[];
  readonly width: number;
}

/** The main path from top to bottom, what stands aside beside the states that lead to it, the ends below. */
export function placeStates(graph: MachineGraph): Placed {
  const path = mainPath(graph);
  const aside = graph.states.filter((state) => !state.final && !path.includes(state.id)).map(({ id }) => id);
  const rows = asideRowsOf(graph, path, aside);
  const last = Math.max(path.length - 1, ...rows);
  const mainWidth = widthFor(path, measures.mainWidth);
  const asideWidth = widthFor(aside, measures.asideWidth);
  const asideX = leftChannel + mainWidth + middleChannel;
  const width = asideX + asideWidth + rightChannel;
  const boxes = [
    ...path.map((id, row) => boxAt(id, 'main', leftChannel, row, mainWidth)),
    ...aside.map((id, index) => boxAt(id, 'aside', asideX, rows[index] ?? 0, asideWidth)),
    ...placeEnds(graph, (last + 1) * rowPitch + measures.endsGap, width),
  ];
  return { boxes, width };
}

/** Wide enough for the longest name with what is said beside it. */
function widthFor(ids: readonly string[], least: number): number {
  return Math.max(least, ...ids.map((id) => Math.ceil(id.length * measures.letter + measures.factsWidth)));
}

/** Each beside the middle of the states that lead to it, in the machine's order and never closer than `asideRows`. */
function asideRowsOf({ edges }: MachineGraph, path: readonly string[], aside: readonly string[]): number[] {
  const wished = aside.map((id) => {
    const sources = path.flatMap((from, row) =>
      edges.some((edge) => edge.from === from && edge.to === id) ? [row] : [],
    );
    return sources[Math.floor(sources.length / 2)] ?? path.length - 1;
  });
  const rows: number[] = [];
  for (const [index, wish] of [...wished.entries()].reverse()) {
    const below = rows[0] ?? path.length - 1 + asideRows;
    rows.unshift(Math.max(Math.min(wish, below - asideRows), index * asideRows));
  }
  return rows;
}

/** The ends in the machine's order, in as many rows as they need. */
function placeEnds({ states }: MachineGraph, top: number, drawingWidth: number): Box[] {
  const boxes: Box[] = [];
  let x = 0;
  let y = top;
  for (const { id } of states.filter((state) => state.final)) {
    const width = id.length * measures.letter + measures.endPadding;
    if (x > 0 && x + width > drawingWidth) {
      x = 0;
      y += rowPitch;
    }
    boxes.push({ id, lane: 'end', x, y, width, height: nodeHeight });
    x += width + measures.endsSpacing;
  }
  return boxes;
}

function boxAt(id: string, lane: Lane, x: number, row: number, width: number): Box {
  return { id, lane, x, y: row * rowPitch + rowPitch - nodeHeight, width, height: nodeHeight };
}
