'use client';

import { type FormEvent, useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Select } from '#components/ui/select.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import { limitsEffect } from './limits-effect.ts';
import type { RunDetail } from './run-types.ts';
import type { RunLimits } from './steer-types.ts';

export type LimitsDialogProps = {
  run: RunDetail;
  limits: RunLimits;
  modes: readonly string[];
  pending: boolean;
  refusal?: string | undefined;
  onClose: () => void;
  onChange: (limits: RunLimits, reason: string) => void;
};

/** Changes how far a run may go while it goes, and says what the change will do. */
export function LimitsDialog({ run, limits, modes, pending, refusal, onClose, onChange }: LimitsDialogProps) {
  const form = useId();
  const [draft, setDraft] = useState(limits);
  const [reason, setReason] = useState('');
  const effect = limitsEffect(run, limits, draft);
  const ready = effect.changed && reason.trim() !== '' && !pending;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (ready) onChange(draft, reason.trim());
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Change criteria and limits of ${run.project} #${run.number}`}
      description="They hold from the next decision on. Decisions already made stay as they are."
      footer={
        <>
          <Button size="md" onClick={onClose}>
            Keep as it is
          </Button>
          <Button size="md" kind="primary" type="submit" form={form} disabled={!ready}>
            {pending ? 'Sending…' : 'Change limits'}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid grid-cols-2 gap-3">
        <Field label="Iterations at most">
          <Input
            mono
            type="number"
            min={1}
            value={numberOrNothing(draft.maxIterations)}
            onChange={(event) => setDraft({ ...draft, maxIterations: event.target.valueAsNumber })}
          />
        </Field>
        <Field label="Target pass rate, %">
          <Input
            mono
            type="number"
            min={0}
            max={100}
            step={0.1}
            value={numberOrNothing(Math.round(draft.targetPassRate * 1_000) / 10)}
            onChange={(event) => setDraft({ ...draft, targetPassRate: event.target.valueAsNumber / 100 })}
          />
        </Field>
        <Field label="Mode" className="col-span-2">
          <Select
            options={modes.map((mode) => ({ value: mode, label: mode }))}
            value={draft.mode}
            onChange={(mode) => setDraft({ ...draft, mode })}
          />
        </Field>
        <Field label="Time for all of it, minutes" optional className="col-span-2">
          <Input
            mono
            type="number"
            min={1}
            value={numberOrNothing(draft.timeoutMinutes)}
            onChange={({ target }) =>
              setDraft({ ...draft, timeoutMinutes: target.value === '' ? null : target.valueAsNumber })
            }
          />
        </Field>
        <details className="col-span-2 text-sm">
          <summary className="min-h-6 cursor-pointer">Every number of the criteria</summary>
          <div className="grid grid-cols-2 gap-3 pt-2">
            {Object.entries(draft.criteria).map(([name, value]) => (
              <Field key={name} label={name.replaceAll('_', ' ')}>
                <Input
                  mono
                  type="number"
                  step="any"
                  value={numberOrNothing(value)}
                  onChange={({ target }) =>
                    setDraft({ ...draft, criteria: { ...draft.criteria, [name]: target.valueAsNumber } })
                  }
                />
              </Field>
            ))}
          </div>
        </details>
        <p aria-live="polite" className="col-span-2 text-sm">
          {effect.words}
        </p>
        <Field
          label="Reason"
          hint="Kept in the trace and the audit log under your name."
          error={refusal}
          className="col-span-2"
        >
          <Textarea rows={2} value={reason} onChange={(event) => setReason(event.target.value)} required />
        </Field>
      </form>
    </Dialog>
  );
}

/** What a field of numbers shows: nothing while it was emptied. */
function numberOrNothing(value: number | null): number | '' {
  return value !== null && Number.isFinite(value) ? value : '';
}
