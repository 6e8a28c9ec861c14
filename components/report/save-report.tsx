'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';

export type SaveReportProps = {
  pending: boolean;
  /** Why it could not be saved. */
  problem: string | undefined;
  onSave: (name: string) => void;
  onClose: () => void;
};

/** Asks for the name under which a report is kept with its filter. */
export function SaveReport({ pending, problem, onSave, onClose }: SaveReportProps) {
  const [name, setName] = useState('');
  function submit(event: FormEvent) {
    event.preventDefault();
    onSave(name.trim());
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Save this report"
      description="It stands on the page of reports for everybody, with this filter; each reader sees their own projects in it."
    >
      <form onSubmit={submit} className="flex flex-col gap-3">
        {problem !== undefined && <ErrorState what={problem} />}
        <Field label="Name">
          <Input value={name} maxLength={100} autoComplete="off" onChange={(event) => setName(event.target.value)} />
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" disabled={pending || name.trim() === ''}>
            {pending ? 'Saving…' : 'Save report'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
