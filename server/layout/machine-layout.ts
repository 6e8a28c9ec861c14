import ELK, { type ElkExtendedEdge, type ElkNode } from 'elkjs/lib/elk.bundled.js';
import type { MachineDefinition } from '#lib/engine/definition.ts';
import { type GraphState, type MachineGraph, machineGraph } from '#lib/engine/graph.ts';

export interface PlacedState {
  readonly id: string;
  readonly final: boolean;
  readonly substates: readonly string[];
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PlacedEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

export interface MachineLayout {
  readonly states: readonly PlacedState[];
  readonly edges: readonly PlacedEdge[];
  readonly width: number;
  readonly height: number;
}

/** Every state is drawn alike: its name, and below it where in it the run is. */
const size = { width: 184, height: 40 };
/** Distance of the places that the layout starts from: columns of the machine's view, rows in its order. */
const grid = { x: 260, y: 100 };

const options = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.cycleBreaking.strategy': 'INTERACTIVE',
  'elk.layered.layering.strategy': 'INTERACTIVE',
  'elk.layered.crossingMinimization.strategy': 'INTERACTIVE',
  'elk.layered.spacing.nodeNodeBetweenLayers': '16',
  'elk.layered.spacing.edgeNodeBetweenLayers': '8',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '6',
  'elk.spacing.nodeNode': '16',
  'elk.spacing.edgeNode': '8',
  'elk.spacing.edgeEdge': '6',
};

const known = new Map<string, Promise<MachineLayout>>();

/** Where the states and edges of a machine are drawn: computed once per machine and version. */
export function machineLayout(definition: MachineDefinition): Promise<MachineLayout> {
  const id = `${definition.id}@${definition.version}`;
  const layout = known.get(id) ?? compute(machineGraph(definition), definition);
  known.set(id, layout);
  return layout;
}

async function compute(graph: MachineGraph, definition: MachineDefinition): Promise<MachineLayout> {
  const placed: ElkNode = await new ELK().layout({
    id: 'machine',
    layoutOptions: options,
    children: graph.states.map((state, row) => ({
      id: state.id,
      ...size,
      x: columnOf(definition, state) * grid.x,
      y: row * grid.y,
    })),
    edges: graph.edges.map((edge) => ({ id: `${edge.from}→${edge.to}`, sources: [edge.from], targets: [edge.to] })),
  });
  const nodes = new Map((placed.children ?? []).map((node) => [node.id, node]));
  const routes = new Map((placed.edges ?? []).map((edge) => [edge.id, edge]));
  return {
    states: graph.states.map((state) => ({ ...state, ...boxOf(nodes.get(state.id)) })),
    edges: graph.edges.map((edge) => {
      const id = `${edge.from}→${edge.to}`;
      return { id, from: edge.from, to: edge.to, label: edge.labels.join(' · '), points: pointsOf(routes.get(id)) };
    }),
    width: placed.width ?? 0,
    height: placed.height ?? 0,
  };
}

function columnOf({ view }: MachineDefinition, state: GraphState): number {
  return view[state.substates[0] ?? state.id]?.column ?? 0;
}

function boxOf(node: ElkNode | undefined): { x: number; y: number; width: number; height: number } {
  return { x: node?.x ?? 0, y: node?.y ?? 0, width: node?.width ?? 0, height: node?.height ?? 0 };
}

function pointsOf(edge: ElkExtendedEdge | undefined): { x: number; y: number }[] {
  return (edge?.sections ?? []).flatMap((section) => [
    section.startPoint,
    ...(section.bendPoints ?? []),
    section.endPoint,
  ]);
}
