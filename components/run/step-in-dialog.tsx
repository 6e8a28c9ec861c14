'use client';

import { type FormEvent, useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import { EffectPreview } from './effect-preview.tsx';
import type { RunDetail } from './run-types.ts';
import type { AskEffect, Deed, StepInChoices, StepInKind } from './steer-types.ts';
import { StepInField } from './step-in-field.tsx';
import { stepInWords } from './step-in-words.ts';

export type StepInDialogProps = {
  kind: StepInKind;
  run: RunDetail;
  choices: StepInChoices;
  pending: boolean;
  refusal?: string | undefined;
  onAsk: AskEffect;
  onClose: () => void;
  /** `commandId` stays the same for as long as the dialog is open: sent twice it is one wish. */
  onStepIn: (given: { deed: Deed; reason: string; commandId: string; since: number }) => void;
};

/** Does something to a run that goes on by itself: what it is about, what it will do by the run's own word, and why. */
export function StepInDialog(props: StepInDialogProps) {
  const { kind, run, choices, pending, refusal, onAsk, onClose, onStepIn } = props;
  const words = stepInWords[kind];
  const form = useId();
  // What the person saw when the dialog opened: whoever steps in meanwhile is heard of.
  const [since] = useState(run.seq);
  const [commandId] = useState(() => crypto.randomUUID());
  const [deed, setDeed] = useState<Deed | null>(() => words.begin(choices));
  const [reason, setReason] = useState('');
  const [taken, setTaken] = useState(false);
  const ready = deed !== null && taken && reason.trim() !== '' && !pending;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (ready) onStepIn({ deed, reason: reason.trim(), commandId, since });
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={words.title(run)}
      description={words.about}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            Keep as it is
          </Button>
          <Button size="md" kind="primary" type="submit" form={form} disabled={!ready}>
            {pending ? 'Sending…' : words.action}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex min-w-0 flex-col gap-3">
        <StepInField kind={kind} choices={choices} deed={deed} onDeed={setDeed} />
        <EffectPreview deed={deed} onAsk={onAsk} onAnswer={setTaken} />
        <Field label="Reason" hint="Kept in the trace and the audit log under your name." error={refusal}>
          <Textarea rows={2} value={reason} maxLength={400} onChange={(event) => setReason(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  );
}
