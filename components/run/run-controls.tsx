'use client';

import {
  BadgeCheck,
  ChevronDown,
  FilePen,
  FlaskConical,
  GitFork,
  type LucideIcon,
  MessageSquare,
  OctagonX,
  Pause,
  Pin,
  PinOff,
  Play,
  Repeat,
  RotateCcw,
  Shuffle,
  SlidersHorizontal,
  Undo2,
} from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button } from '#components/ui/button.tsx';
import { DropdownMenu } from '#components/ui/dropdown-menu.tsx';
import { Link } from '#components/ui/link.tsx';
import type { RunDetail } from './run-types.ts';
import type {
  AskEffect,
  ControlAvailability,
  ControlKind,
  Intervention,
  RunLimits,
  StepInChoices,
  StepInKind,
} from './steer-types.ts';

/** Dialogs arrive when the first is opened. */
const InterventionDialog = lazy(() =>
  import('./intervention-dialog.tsx').then((module) => ({ default: module.InterventionDialog })),
);

/** The ways to step in, in the order in which they are offered. */
const stepIns: readonly { kind: StepInKind; label: string; icon: LucideIcon }[] = [
  { kind: 'patch', label: 'Submit a patch…', icon: FilePen },
  { kind: 'roll-back', label: 'Roll back…', icon: Undo2 },
  { kind: 'switch-strategy', label: 'Switch strategy…', icon: Shuffle },
  { kind: 'run-again', label: 'Run tests again…', icon: Repeat },
  { kind: 'accept', label: 'Accept as it is…', icon: BadgeCheck },
];

export type RunControlsProps = {
  run: RunDetail;
  unavailable: ControlAvailability;
  limits?: RunLimits | undefined;
  modes: readonly string[];
  choices: StepInChoices;
  /** Asks the run what something would do to it. */
  onAsk: AskEffect;
  /** The control whose dialog is open. */
  open: ControlKind | null;
  onOpen: (kind: ControlKind | null) => void;
  /** Settles with the reason of a refusal, or with nothing when it was accepted. */
  onIntervene: (intervention: Intervention) => Promise<string | undefined>;
};

/** Pause or resume, message, change limits, fork, pin and abort. What does not apply stays in sight and says why. */
export function RunControls(props: RunControlsProps) {
  const { run, unavailable, limits, modes, choices, onAsk, open, onOpen: setOpen, onIntervene } = props;
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
            label: 'Change criteria and limits…',
            icon: SlidersHorizontal,
            unavailable: limits ? unavailable.limits : 'This run has no limits to change.',
            onSelect: () => setOpen('limits'),
          },
          ...stepIns.map(({ kind, label, icon }) => ({
            id: kind,
            label,
            icon,
            unavailable: unavailable[kind],
            onSelect: () => setOpen(kind),
          })),
          {
            id: 'fork',
            label: 'Fork from here…',
            icon: GitFork,
            unavailable: unavailable.fork,
            onSelect: () => setOpen('fork'),
          },
        ]}
      />
      <Control
        kind={run.pin === null ? 'pin' : 'unpin'}
        icon={run.pin === null ? Pin : PinOff}
        label={run.pin === null ? 'Pin…' : 'Unpin…'}
        {...{ unavailable, setOpen }}
      />
      {!ended && <Control kind="abort" icon={OctagonX} label="Abort…" danger {...{ unavailable, setOpen }} />}
      {ended && run.machine === 'firmware-loop' && (
        <>
          <Button asChild>
            <Link kind="bare" href={`/runs/new?from=${run.number}`}>
              <RotateCcw aria-hidden /> Launch again…
            </Link>
          </Button>
          <Button asChild>
            <Link kind="bare" href={`/lab?run=${run.number}`}>
              <FlaskConical aria-hidden /> Try other criteria
            </Link>
          </Button>
        </>
      )}
      {open !== null && (
        <Suspense>
          <InterventionDialog
            kind={open}
            run={run}
            limits={limits}
            modes={modes}
            choices={choices}
            onAsk={onAsk}
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
