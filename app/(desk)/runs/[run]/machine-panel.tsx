'use client';

import { type ComponentType, lazy } from 'react';
import type { SayToRun } from '#components/run/steer-types.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { Outputs } from '../../../_lib/trpc.ts';
import { PlacedPart } from '../../../_parts/placed-part.tsx';
import type { FirstViews } from './first-views.ts';

/** The page of a run, as it is or as it stood, and the way to say something to it. */
export interface PanelProps {
  readonly page: Outputs['runs']['page'];
  readonly onSay: SayToRun;
  /** What came with the page, where it shows what it showed then. */
  readonly first: FirstViews | undefined;
}

interface Panel {
  readonly Content: ComponentType<PanelProps>;
  /** Whether there is something to show now; always where nothing is said. */
  readonly isShown?: (page: PanelProps['page']) => boolean;
}

/** What a machine shows that no other has, by its id. */
const panels: Readonly<Record<string, Panel>> = {
  'firmware-loop': {
    Content: lazy(() => import('./approval-panel.tsx').then((module) => ({ default: module.ApprovalPanel }))),
    isShown: ({ approval }) => approval !== null,
  },
  'prd-agent': {
    Content: lazy(() => import('./prd-panel.tsx').then((module) => ({ default: module.PrdPanel }))),
  },
  'staged-workflow': {
    Content: lazy(() => import('./workflow-panel.tsx').then((module) => ({ default: module.WorkflowPanel }))),
  },
  'task-orchestrator': {
    Content: lazy(() => import('./task-panel.tsx').then((module) => ({ default: module.TaskPanel }))),
  },
  'brain-session': {
    Content: lazy(() => import('./session-panel.tsx').then((module) => ({ default: module.SessionPanel }))),
  },
};

/** What the run's machine shows of it and asks about it. */
export function MachinePanel(props: PanelProps) {
  const panel = panels[props.page.detail.machine];
  if (panel === undefined || panel.isShown?.(props.page) === false) return null;
  const first = props.first?.at === props.page.moment?.seq ? props.first : undefined;
  return (
    <PlacedPart fallback={<Skeleton className="h-64" />}>
      <panel.Content {...props} first={first} />
    </PlacedPart>
  );
}
