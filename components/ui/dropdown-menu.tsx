'use client';

import type { LucideIcon } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { LazyTrigger } from './lazy-trigger.tsx';

const load = () => import('./open-menu.tsx');
const OpenMenu = lazy(() => load().then((module) => ({ default: module.OpenMenu })));

export type MenuItem = {
  id: string;
  label: string;
  icon?: LucideIcon;
  danger?: boolean;
  /** Why the item cannot be chosen now; shown under it. */
  unavailable?: string | undefined;
  onSelect: () => void;
};

export type DropdownMenuProps = { trigger: ReactElement; items: readonly MenuItem[]; align?: 'start' | 'end' };

/** A menu behind a button. Items that do not apply stay visible and say why. The menu itself arrives when it is first opened. */
export function DropdownMenu(props: DropdownMenuProps) {
  const [used, setUsed] = useState(false);
  const trigger = (
    <LazyTrigger popup="menu" onNear={load} onOpen={() => setUsed(true)}>
      {props.trigger}
    </LazyTrigger>
  );
  if (!used) return trigger;
  return (
    <Suspense fallback={trigger}>
      <OpenMenu {...props} />
    </Suspense>
  );
}
