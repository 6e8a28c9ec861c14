'use client';

import '@xyflow/react/dist/base.css';
import { Controls, MarkerType, ReactFlow } from '@xyflow/react';
import { useMemo } from 'react';
import { type FlowNode, StateNode } from './state-node.tsx';
import { type FlowEdge, TakenEdge } from './taken-edge.tsx';
import type { MachineEdge, MachineNode, MachineView } from './types.ts';

export type MachineCanvasProps = { view: MachineView; selected: string | null; onSelect: (state: string) => void };

const nodeTypes = { state: StateNode };
const edgeTypes = { taken: TakenEdge };

/** The machine as a drawing that can be panned and zoomed. */
export function MachineCanvas({ view, selected, onSelect }: MachineCanvasProps) {
  const nodes = useMemo(() => view.nodes.map((node) => flowNode(node, node.id === selected)), [view, selected]);
  const edges = useMemo(() => [...view.edges].sort((a, b) => a.taken - b.taken).map(flowEdge), [view]);
  return (
    <div className="h-full min-h-120 overflow-hidden rounded-md border bg-surface">
      <ReactFlow<FlowNode, FlowEdge>
        aria-label="The machine and the path of the run"
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodeClick={(_, node) => onSelect(node.id)}
        fitView
        fitViewOptions={{ padding: 0.04, maxZoom: 1 }}
        minZoom={0.2}
        maxZoom={1.5}
        nodesDraggable={false}
        nodesConnectable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        zoomOnScroll={false}
        preventScrolling={false}
        proOptions={{ hideAttribution: true }}
      >
        <Controls
          showInteractive={false}
          className="flex! flex-row! gap-1 [&_button]:size-6 [&_button]:rounded-sm [&_button]:border [&_button]:bg-raised [&_button]:p-1.5 [&_svg]:fill-ink-muted"
        />
      </ReactFlow>
    </div>
  );
}

function flowNode(node: MachineNode, selected: boolean): FlowNode {
  return {
    id: node.id,
    type: 'state',
    position: { x: node.x, y: node.y },
    width: node.width,
    height: node.height,
    data: { node, selected },
    ariaRole: 'button',
  };
}

function flowEdge(edge: MachineEdge): FlowEdge {
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
