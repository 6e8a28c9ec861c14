'use client';

import { FlaskConical, MessageSquare, OctagonX, Pause, Pin, PinOff, Play, RotateCcw } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Link } from '#components/ui/link.tsx';
import { InterveneMenu } from './intervene-menu.tsx';
import type { RunDetail } from './run-types.ts';
import type {
  AskEffect,
  ControlAvailability,
  ControlKind,
  Intervention,
  RunLimits,
  StepInChoices,
} from './steer-types.ts';

/** Dialogs arrive when the first is opened. */
const InterventionDialog = lazy(() =>
  import('./intervention-dialog.tsx').then((module) => ({ default: module.InterventionDialog })),
);

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
  'use memo';
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
      <InterveneMenu
        unavailable={limits ? unavailable : { ...unavailable, limits: 'This run has no limits to change.' }}
        onOpen={setOpen}
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
