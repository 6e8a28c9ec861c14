'use client';

import { type ComponentType, lazy, Suspense } from 'react';
import type { SayToRun } from '#components/run/types.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { Outputs } from '../../../_lib/trpc.ts';

/** The page of a run, as it is or as it stood, and the way to say something to it. */
export interface PanelProps {
  readonly page: Outputs['runs']['page'];
  readonly onSay: SayToRun;
}

/** What a machine shows that no other has, by its id. */
const panels: Readonly<Record<string, ComponentType<PanelProps>>> = {
  'firmware-loop': lazy(() => import('./approval-panel.tsx').then((module) => ({ default: module.ApprovalPanel }))),
  'task-orchestrator': lazy(() => import('./task-panel.tsx').then((module) => ({ default: module.TaskPanel }))),
};

/** What the run's machine shows of it and asks about it. */
export function MachinePanel(props: PanelProps) {
  const Panel = panels[props.page.detail.machine];
  if (Panel === undefined) return null;
  return (
    <Suspense fallback={<Skeleton className="h-64" />}>
      <Panel {...props} />
    </Suspense>
  );
}
