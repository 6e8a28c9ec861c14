'use client';

import { BadgeCheck, FilePen, GitFork, type LucideIcon, Repeat, Shuffle, SlidersHorizontal, Undo2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { OpenMenu } from '#components/ui/open-menu.tsx';
import type { InterveneMenuProps } from './intervene-menu.tsx';
import type { ControlKind } from './steer-types.ts';

/** The ways to step in, in the order in which they are offered. */
const ways: readonly { kind: ControlKind; label: string; icon: LucideIcon }[] = [
  { kind: 'limits', label: 'Change criteria and limits…', icon: SlidersHorizontal },
  { kind: 'patch', label: 'Submit a patch…', icon: FilePen },
  { kind: 'roll-back', label: 'Roll back…', icon: Undo2 },
  { kind: 'switch-strategy', label: 'Switch strategy…', icon: Shuffle },
  { kind: 'run-again', label: 'Run tests again…', icon: Repeat },
  { kind: 'accept', label: 'Accept as it is…', icon: BadgeCheck },
  { kind: 'fork', label: 'Fork from here…', icon: GitFork },
];

/** The ways to step in, those that do not apply with the reason. */
export function OpenInterveneMenu({ unavailable, onOpen, trigger }: InterveneMenuProps & { trigger: ReactElement }) {
  return (
    <OpenMenu
      trigger={trigger}
      items={ways.map(({ kind, label, icon }) => ({
        id: kind,
        label,
        icon,
        unavailable: unavailable[kind],
        onSelect: () => onOpen(kind),
      }))}
    />
  );
}
