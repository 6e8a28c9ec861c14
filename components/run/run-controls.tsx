'use client';

import { ChevronDown, GitFork, MessageSquare, OctagonX, Pause, Play, SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button } from '#components/ui/button.tsx';
import { DropdownMenu } from '#components/ui/dropdown-menu.tsx';
import type { ControlAvailability, ControlKind, Intervention, RunDetail, RunLimits } from './types.ts';

/** Dialogs arrive when the first is opened. */
const InterventionDialog = lazy(() =>
  import('./intervention-dialog.tsx').then((module) => ({ default: module.InterventionDialog })),
);

export type RunControlsProps = {
  run: RunDetail;
  unavailable: ControlAvailability;
  limits?: RunLimits | undefined;
  modes: readonly string[];
  /** The control whose dialog is open. */
  open: ControlKind | null;
  onOpen: (kind: ControlKind | null) => void;
  /** Settles with the reason of a refusal, or with nothing when it was accepted. */
  onIntervene: (intervention: Intervention) => Promise<string | undefined>;
};

/** Pause or resume, message, change limits, fork and abort. What does not apply stays in sight and says why. */
export function RunControls({ run, unavailable, limits, modes, open, onOpen: setOpen, onIntervene }: RunControlsProps) {
  const paused = run.life.status === 'paused';
  const ended = run.life.status === 'ended';
  return (
    <div className="flex flex-wrap gap-2 max-md:[&_svg]:hidden">
      {!ended && (
        <>
          <Control
            kind={paused ? 'resume' : 'pause'}
            icon={paused ? Play : Pause}
            label={paused ? 'Resume' : 'Pause'}
            {...{ unavailable, setOpen }}
          />
          <Control kind="message" icon={MessageSquare} label="Message…" {...{ unavailable, setOpen }} />
        </>
      )}
      <DropdownMenu
        trigger={
          <Button>
            Intervene <ChevronDown aria-hidden />
          </Button>
        }
        items={[
          {
            id: 'limits',
            label: 'Change limits…',
            icon: SlidersHorizontal,
            unavailable: limits ? unavailable.limits : 'This run has no limits to change.',
            onSelect: () => setOpen('limits'),
          },
          {
            id: 'fork',
            label: 'Fork from here…',
            icon: GitFork,
            unavailable: unavailable.fork,
            onSelect: () => setOpen('fork'),
          },
        ]}
      />
      {!ended && <Control kind="abort" icon={OctagonX} label="Abort…" danger {...{ unavailable, setOpen }} />}
      {open !== null && (
        <Suspense>
          <InterventionDialog
            kind={open}
            run={run}
            limits={limits}
            modes={modes}
            onIntervene={onIntervene}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

type ControlProps = {
  kind: ControlKind;
  icon: typeof Pause;
  label: string;
  danger?: boolean;
  unavailable: ControlAvailability;
  setOpen: (kind: ControlKind) => void;
};

function Control({ kind, icon: Icon, label, danger = false, unavailable, setOpen }: ControlProps) {
  const why = unavailable[kind];
  return (
    <Button
      kind={danger ? 'danger' : 'secondary'}
      aria-disabled={why !== undefined}
      title={why}
      onClick={() => why === undefined && setOpen(kind)}
    >
      <Icon aria-hidden /> {label}
    </Button>
  );
}
