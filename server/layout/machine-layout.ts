import type { MachineDefinition } from '#lib/engine/definition.ts';
import { type GraphState, machineGraph } from '#lib/engine/graph.ts';
import { measures } from './measures.ts';
import { type Box, placeStates } from './place-states.ts';
import { type Point, routeEdge } from './route-edge.ts';

export interface PlacedState extends GraphState, Box {}

export interface PlacedEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly label: string;
  /** From border to border; at least two. */
  readonly points: Point[];
}

export interface MachineLayout {
  readonly states: readonly PlacedState[];
  readonly edges: readonly PlacedEdge[];
  readonly width: number;
  readonly height: number;
}

const known = new Map<string, MachineLayout>();

/** Where the states and edges of a machine are drawn, in pixels of a drawing of its own: computed once per machine and version. */
export function machineLayout(definition: MachineDefinition): MachineLayout {
  const id = `${definition.id}@${definition.version}`;
  const layout = known.get(id) ?? compute(definition);
  known.set(id, layout);
  return layout;
}

function compute(definition: MachineDefinition): MachineLayout {
  const graph = machineGraph(definition);
  const { boxes, width } = placeStates(graph);
  const boxOf = new Map(boxes.map((box) => [box.id, box]));
  const ofLane = (lane: Box['lane']): string[] => boxes.filter((box) => box.lane === lane).map(({ id }) => id);
  const lanes = { main: ofLane('main'), aside: ofLane('aside'), end: ofLane('end') };
  return {
    states: graph.states.flatMap((state) => {
      const box = boxOf.get(state.id);
      return box === undefined ? [] : [{ ...state, ...box }];
    }),
    edges: graph.edges.flatMap(({ from, to, labels }) => {
      const [source, target] = [boxOf.get(from), boxOf.get(to)];
      if (source === undefined || target === undefined) return [];
      const order = lanes[source.lane];
      const points = routeEdge(source, target, {
        rows: order.indexOf(to) - order.indexOf(from),
        width,
        asideIndex: Math.max(lanes.aside.indexOf(to), lanes.aside.indexOf(from)),
      });
      return [{ id: `${from}→${to}`, from, to, label: labels.join(' · '), points }];
    }),
    width,
    height: Math.max(...boxes.map((box) => box.y + box.height)) + measures.port,
  };
}
