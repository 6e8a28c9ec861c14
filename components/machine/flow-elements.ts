import { MarkerType } from '@xyflow/react';
import type { FlowNode } from './state-node.tsx';
import type { FlowEdge } from './taken-edge.tsx';
import type { MachineEdge, MachineNode } from './types.ts';

/** A state as the drawing library takes it. */
export function flowNode(node: MachineNode, selected: boolean, onSelect: (state: string) => void): FlowNode {
  return {
    id: node.id,
    type: 'state',
    position: { x: node.x, y: node.y },
    width: node.width,
    height: node.height,
    data: { node, selected, onSelect: () => onSelect(node.id) },
  };
}

/** An edge as the drawing library takes it. */
export function flowEdge(edge: MachineEdge): FlowEdge {
  return {
    id: edge.id,
    type: 'taken',
    source: edge.from,
    target: edge.to,
    data: { edge },
    markerEnd: {
      type: MarkerType.ArrowClosed,
      markerUnits: 'userSpaceOnUse',
      width: 14,
      height: 14,
      color: edge.taken > 0 ? 'var(--ink-muted)' : 'var(--line-strong)',
    },
  };
}
