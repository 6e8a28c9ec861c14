import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** All states of a machine, the root first. */
export function nodesOf(machine: AnyStateMachine): readonly AnyStateNode[] {
  const below = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(below)];
  return below(machine.root);
}

/** Dotted path of a state. */
export function pathOf(node: AnyStateNode): string {
  return node.path.join('.');
}

/** States that a run can rest or work in. */
export function leavesOf(machine: AnyStateMachine): readonly AnyStateNode[] {
  return nodesOf(machine).filter((node) => node.type === 'atomic' || node.type === 'final');
}

/** Every edge that starts in this state itself. */
export function edgesOf(node: AnyStateNode): readonly AnyTransitionDefinition[] {
  return [...[...node.transitions.values()].flat(), ...(node.always ?? [])];
}

/** Edges of the state and of everything around it: what can happen while a run is there. */
export function edgesAround(node: AnyStateNode): readonly AnyTransitionDefinition[] {
  return node.parent === undefined ? edgesOf(node) : [...edgesOf(node), ...edgesAround(node.parent)];
}

/** Leaves that can follow a leaf, whatever the guards say. */
export function successors(node: AnyStateNode): readonly AnyStateNode[] {
  return edgesAround(node).flatMap((edge) => (edge.target ?? []).flatMap(entered));
}

/** The leaf that entering a state leads to. */
export function entered(node: AnyStateNode): readonly AnyStateNode[] {
  if (node.type === 'parallel') return Object.values(node.states).flatMap(entered);
  return node.type === 'compound' ? node.initial.target.flatMap(entered) : [node];
}

/** Everything that can be reached from the given leaves, themselves included. */
export function closure(
  from: readonly AnyStateNode[],
  next: (node: AnyStateNode) => readonly AnyStateNode[],
): ReadonlySet<AnyStateNode> {
  const seen = new Set(from);
  const open = [...from];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const follower of next(node)) {
      if (seen.has(follower)) continue;
      seen.add(follower);
      open.push(follower);
    }
  }
  return seen;
}
