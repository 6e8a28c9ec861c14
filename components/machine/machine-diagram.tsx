'use client';

import { useCallback } from 'react';
import { MachineDrawing } from './machine-drawing.tsx';
import { MachineList } from './machine-list.tsx';
import type { MachineView } from './types.ts';

export type MachineDiagramProps = {
  view: MachineView;
  /** The state the page is filtered by. */
  selected: string | null;
  /** A click on a state filters by it, a second click stops filtering. */
  onSelect: (state: string | null) => void;
};

/** The machine drawn from its definition: where the run is, which way it came, how often and how long. A list where there is no room to draw. */
export function MachineDiagram({ view, selected, onSelect }: MachineDiagramProps) {
  const toggle = useCallback((state: string) => onSelect(state === selected ? null : state), [onSelect, selected]);
  return (
    <>
      <div className="max-md:hidden">
        <MachineDrawing view={view} selected={selected} onSelect={toggle} />
      </div>
      <div className="md:hidden">
        <MachineList view={view} selected={selected} onSelect={toggle} />
      </div>
    </>
  );
}
