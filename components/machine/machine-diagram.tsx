'use client';

import { useCallback } from 'react';
import { topState } from '#lib/engine/top-state.ts';
import { MachineDrawing } from './machine-drawing.tsx';
import { MachineList } from './machine-list.tsx';
import { SubstateList } from './substate-list.tsx';
import type { MachineView } from './types.ts';

export type MachineDiagramProps = {
  view: MachineView;
  /** The state, or the part of one, that the page is filtered by. */
  selected: string | null;
  /** A click on a state filters by it, a second click stops filtering. */
  onSelect: (state: string | null) => void;
};

/**
 * The machine drawn from its definition: where the run is, which way it came, how often and how long; below it the parts
 * of the state that is chosen, else of the one where the run is. A list where there is no room to draw.
 */
export function MachineDiagram({ view, selected, onSelect }: MachineDiagramProps) {
  const toggle = useCallback((state: string) => onSelect(state === selected ? null : state), [onSelect, selected]);
  const top = topState(selected ?? '');
  const opened = view.nodes.find(({ id }) => id === top) ?? view.nodes.find(({ current }) => current);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="max-md:hidden">
        <MachineDrawing view={view} selected={top} onSelect={toggle} />
      </div>
      <div className="md:hidden">
        <MachineList view={view} selected={top} onSelect={toggle} />
      </div>
      <SubstateList node={opened} selected={selected} onSelect={toggle} />
    </div>
  );
}
