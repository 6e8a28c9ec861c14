'use client';

import { useState } from 'react';
import { EdgeLine } from './edge-line.tsx';
import { StateNode } from './state-node.tsx';
import type { MachineEdge, MachineView } from './types.ts';

export type MachineDrawingProps = { view: MachineView; selected: string | null; onSelect: (state: string) => void };

/** Room for the thickest line and a lit state at the border, in the drawing's pixels. */
const margin = 4;

/** The whole machine, scaled to the width there is. Ways never taken appear while a state is pointed at. */
export function MachineDrawing({ view, selected, onSelect }: MachineDrawingProps) {
  const [pointed, setPointed] = useState<string | null>(null);
  const shown = view.edges.filter((edge) => edge.taken > 0 || touches(edge, pointed));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand inside a drawing
    <svg
      role="group"
      aria-label="States of the machine"
      viewBox={`${-margin} ${-margin} ${view.width + 2 * margin} ${view.height + 2 * margin}`}
      className="w-full max-w-160 select-none"
    >
      <g fill="none" strokeLinejoin="round">
        {shown.toSorted(rarestFirst).map((edge) => (
          <EdgeLine key={edge.id} edge={edge} faded={pointed !== null && !touches(edge, pointed)} />
        ))}
      </g>
      {view.nodes.map((node) => (
        <StateNode key={node.id} node={node} selected={node.id === selected} onSelect={onSelect} onPoint={setPointed} />
      ))}
    </svg>
  );
}

function touches(edge: MachineEdge, state: string | null): boolean {
  return edge.from === state || edge.to === state;
}

/** What was taken most often, and last of all the newest step, lies on top. */
function rarestFirst(one: MachineEdge, other: MachineEdge): number {
  return Number(one.newest) - Number(other.newest) || one.taken - other.taken;
}
