'use client';

import { ReasonDialog } from '#components/ui/reason-dialog.tsx';
import { useAsking } from '#components/ui/use-asking.ts';

/** What is to be undone: a step of the plan, counted from 0, and what followed, or everything that the task has changed. */
export interface Undoing {
  readonly step: number | undefined;
}

export interface UndoDialogProps {
  /** Missing while nothing is to be undone. */
  readonly undoing: Undoing | undefined;
  /** Settles with the reason of a refusal, or with nothing when the task has taken it. */
  readonly onUndo: (step: number | undefined, reason: string) => Promise<string | undefined>;
  readonly onClose: () => void;
}

/** Says what undoing does before it is done, and takes the reason that the next plan is told. */
export function UndoDialog({ undoing, onUndo, onClose }: UndoDialogProps) {
  const { pending, refusal, ask, forget } = useAsking(onClose);
  const step = undoing?.step;
  const close = () => {
    forget();
    onClose();
  };
  return (
    <ReasonDialog
      open={undoing !== undefined}
      onOpenChange={(open) => !open && close()}
      title={
        step === undefined ? 'Undo everything that the task has changed' : `Undo step ${step + 1} and what followed`
      }
      effect="The task's own tree goes back byte for byte, and what is left is planned anew with your reason in mind."
      action="Undo"
      reasonHint="Kept in the trace, and told to whoever makes the next plan."
      pending={pending}
      error={refusal}
      onConfirm={(reason) => void ask(onUndo(step, reason.slice(0, 400)))}
    />
  );
}
