'use client';

import { Button } from '#components/ui/button.tsx';
import { ClippedText } from '#components/ui/clipped-text.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';

export type RemovePresetProps = {
  name: string;
  pending: boolean;
  /** Why it could not be removed. */
  problem: string | undefined;
  onRemove: () => void;
  onClose: () => void;
};

/** Asks once more before a saved preset is forgotten. */
export function RemovePreset({ name, pending, problem, onRemove, onClose }: RemovePresetProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Remove preset"
      description={
        <>
          Nobody can choose <ClippedText text={name} limit={60} /> any more. Runs that were launched with it keep their
          criteria.
        </>
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" disabled={pending} onClick={onRemove}>
            {pending ? 'Removing…' : 'Remove preset'}
          </Button>
        </>
      }
    >
      {problem !== undefined && <ErrorState what={problem} />}
    </Dialog>
  );
}
