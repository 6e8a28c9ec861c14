import type { AnyStateNode } from 'xstate';
import type { MachineDefinition } from './definition.ts';
import { eventLabel } from './names.ts';

/** A top-level state with the sub-states that a run can rest in. */
export interface GraphState {
  readonly id: string;
  readonly final: boolean;
  readonly substates: readonly string[];
}

/** Every way from one top-level state to another, with what takes it. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly labels: readonly string[];
}

export interface MachineGraph {
  readonly states: readonly GraphState[];
  readonly edges: readonly GraphEdge[];
}

/**
 * The diagram of a machine, read off its definition. Edges that leave the whole machine (an abort from anywhere) are left
 * out: they lead from everywhere and say nothing about where a run goes next.
 */
export function machineGraph({ machine }: MachineDefinition): MachineGraph {
  const tops = Object.values<AnyStateNode>(machine.root.states);
  const edges = new Map<string, { from: string; to: string; labels: Set<string> }>();
  for (const top of tops) {
    for (const { to, label } of exitsOf(top)) {
      const id = `${top.key}→${to}`;
      const edge = edges.get(id) ?? { from: top.key, to, labels: new Set<string>() };
      edges.set(id, edge);
      edge.labels.add(label);
    }
  }
  return {
    states: tops.map((top) => ({ id: top.key, final: top.type === 'final', substates: leavesBelow(top) })),
    edges: [...edges.values()].map(({ from, to, labels }) => ({ from, to, labels: [...labels] })),
  };
}

/**
 * The states that a run goes through when all goes well, in order: from the first state always on to the next that the
 * definition leads to, until the state that decides whether to go round again or to end. Everything else stands aside.
 */
export function mainPath({ states, edges }: MachineGraph): readonly string[] {
  const path: string[] = [];
  for (let here: GraphState | undefined = states[0]; here !== undefined; ) {
    const { id } = here;
    path.push(id);
    const exits = edges.filter(({ from }) => from === id).map(({ to }) => to);
    const ends = states.some((state) => state.final && exits.includes(state.id));
    if (ends && path.some((earlier) => exits.includes(earlier))) break;
    const after = states.slice(states.findIndex((state) => state.id === id) + 1);
    here = after.find((state) => !state.final && exits.includes(state.id));
  }
  return path;
}

function* exitsOf(top: AnyStateNode): Generator<{ to: string; label: string }> {
  for (const node of selfAndBelow(top)) {
    for (const transition of [...[...node.transitions.values()].flat(), ...(node.always ?? [])]) {
      for (const target of transition.target ?? []) {
        const to = target.path[0];
        if (to === undefined || to === top.key) continue;
        yield { to, label: transition.description ?? eventLabel(transition.eventType) };
      }
    }
  }
}

function* selfAndBelow(node: AnyStateNode): Generator<AnyStateNode> {
  yield node;
  for (const child of Object.values<AnyStateNode>(node.states)) yield* selfAndBelow(child);
}

function leavesBelow(top: AnyStateNode): string[] {
  return [...selfAndBelow(top)]
    .filter((node) => node !== top && node.type === 'atomic')
    .map((node) => node.path.join('.'));
}
