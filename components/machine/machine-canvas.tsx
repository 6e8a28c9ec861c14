'use client';

import '@xyflow/react/dist/base.css';
import { MiniMap, ReactFlow, ReactFlowProvider } from '@xyflow/react';
import { useMemo } from 'react';
import { CanvasControls } from './canvas-controls.tsx';
import { flowEdge, flowNode } from './flow-elements.ts';
import { type FlowNode, StateNode } from './state-node.tsx';
import { type FlowEdge, TakenEdge } from './taken-edge.tsx';
import type { MachineView } from './types.ts';
import { useCurrentInSight } from './use-current-in-sight.ts';

export type MachineCanvasProps = { view: MachineView; selected: string | null; onSelect: (state: string) => void };

const nodeTypes = { state: StateNode };
const edgeTypes = { taken: TakenEdge };

/** The machine as a drawing that can be panned and zoomed. It opens legible, at the current state; the map in the corner shows the whole. */
export function MachineCanvas(props: MachineCanvasProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

function Canvas({ view, selected, onSelect }: MachineCanvasProps) {
  const nodes = useMemo(
    () => view.nodes.map((node) => flowNode(node, node.id === selected, onSelect)),
    [view, selected, onSelect],
  );
  const edges = useMemo(() => [...view.edges].sort((a, b) => a.taken - b.taken).map(flowEdge), [view]);
  const keepInSight = useCurrentInSight(view);
  return (
    <div className="h-full min-h-120 overflow-hidden rounded-md border bg-surface">
      <ReactFlow<FlowNode, FlowEdge>
        aria-label="The machine and the path of the run"
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onInit={keepInSight}
        minZoom={0.2}
        maxZoom={1.5}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        zoomOnScroll={false}
        preventScrolling={false}
        proOptions={{ hideAttribution: true }}
      >
        <CanvasControls />
        <MiniMap<FlowNode>
          pannable
          ariaLabel="The whole machine"
          style={{ width: 96, height: 104 }}
          className="rounded-sm border bg-canvas"
          maskColor="transparent"
          maskStrokeColor="var(--ink-muted)"
          maskStrokeWidth={1.5}
          bgColor="var(--canvas)"
          nodeColor={({ data }) => mapColour(data.node.current, data.node.visits)}
        />
      </ReactFlow>
    </div>
  );
}

function mapColour(current: boolean, visits: number): string {
  if (current) return 'var(--busy)';
  return visits > 0 ? 'var(--line-strong)' : 'var(--line)';
}
