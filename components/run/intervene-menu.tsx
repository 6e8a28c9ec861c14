'use client';

import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { LazyTrigger } from '#components/ui/lazy-trigger.tsx';
import type { ControlAvailability, ControlKind } from './steer-types.ts';

const load = () => import('./open-intervene-menu.tsx');
const OpenInterveneMenu = lazy(() => load().then((module) => ({ default: module.OpenInterveneMenu })));

export type InterveneMenuProps = {
  unavailable: ControlAvailability;
  onOpen: (kind: ControlKind) => void;
};

/** The ways to step in, behind a button; what stands in the menu arrives when it is first opened. */
export function InterveneMenu(props: InterveneMenuProps) {
  const [used, setUsed] = useState(false);
  const button = (
    <Button>
      Intervene <ChevronDown aria-hidden />
    </Button>
  );
  const trigger = (
    <LazyTrigger popup="menu" onNear={load} onOpen={() => setUsed(true)}>
      {button}
    </LazyTrigger>
  );
  if (!used) return trigger;
  return (
    <Suspense fallback={trigger}>
      <OpenInterveneMenu {...props} trigger={button} />
    </Suspense>
  );
}
