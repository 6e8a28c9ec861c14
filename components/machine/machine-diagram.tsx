'use client';

import { lazy, Suspense, useCallback } from 'react';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { MachineList } from './machine-list.tsx';
import type { MachineView } from './types.ts';
import { useWide } from './use-wide.ts';

/** The drawing library is heavy and a narrow screen never needs it. */
const Canvas = lazy(() => import('./machine-canvas.tsx').then(({ MachineCanvas }) => ({ default: MachineCanvas })));

export type MachineDiagramProps = {
  view: MachineView;
  /** The state the page is filtered by. */
  selected: string | null;
  /** A click on a state filters by it, a second click stops filtering. */
  onSelect: (state: string | null) => void;
};

/** The machine drawn from its definition: where the run is, which way it came, how often and how long. */
export function MachineDiagram({ view, selected, onSelect }: MachineDiagramProps) {
  const wide = useWide();
  const toggle = useCallback((state: string) => onSelect(state === selected ? null : state), [onSelect, selected]);
  if (wide === undefined) return <Skeleton className="h-96" />;
  if (!wide) return <MachineList view={view} selected={selected} onSelect={toggle} />;
  return (
    <Suspense fallback={<Skeleton className="h-full min-h-96" />}>
      <Canvas view={view} selected={selected} onSelect={toggle} />
    </Suspense>
  );
}
