'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Textarea } from '#components/ui/textarea.tsx';

export type SavePresetProps = {
  pending: boolean;
  /** Why it could not be saved. */
  problem: string | undefined;
  onSave: (name: string, note: string) => void;
  onClose: () => void;
};

/** Asks for the name under which criteria are kept. */
export function SavePreset({ pending, problem, onSave, onClose }: SavePresetProps) {
  const [name, setName] = useState('');
  const [note, setNote] = useState('');
  function submit(event: FormEvent) {
    event.preventDefault();
    onSave(name.trim(), note.trim());
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Save as a preset"
      description="Launches and this lab can begin with these criteria. Runs that use them keep their own copy."
    >
      <form onSubmit={submit} className="flex flex-col gap-3">
        {problem !== undefined && <ErrorState what={problem} />}
        <Field label="Name">
          <Input value={name} maxLength={60} autoComplete="off" onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label="What it is good for" optional>
          <Textarea rows={2} value={note} maxLength={400} onChange={(event) => setNote(event.target.value)} />
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" disabled={pending || name.trim() === ''}>
            {pending ? 'Saving…' : 'Save preset'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
