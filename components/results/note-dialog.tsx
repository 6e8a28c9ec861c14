'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Textarea } from '#components/ui/textarea.tsx';

export type Note = { owner: string | null; issue: string | null; note: string | null };

export type NoteDialogProps = {
  /** What the failure says. */
  signature: string;
  note: Note;
  isBusy: boolean;
  trouble: string | undefined;
  onSave: (note: Note) => void;
  onClose: () => void;
};

/** Says who looks after a failure; it holds for every later failure that says the same. */
export function NoteDialog({ signature, note, isBusy, trouble, onSave, onClose }: NoteDialogProps) {
  const [owner, setOwner] = useState(note.owner ?? '');
  const [issue, setIssue] = useState(note.issue ?? '');
  const [text, setText] = useState(note.note ?? '');
  const said = (written: string) => written.trim() || null;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Who looks after this failure"
      description={
        <span className="wrap-anywhere">
          Holds for every failure that says “{signature.slice(0, 160)}”, now and later.
        </span>
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            disabled={isBusy}
            onClick={() => onSave({ owner: said(owner), issue: said(issue), note: said(text) })}
          >
            Save
          </Button>
        </>
      }
    >
      {trouble !== undefined && <Notice tone="bad">{trouble}</Notice>}
      <Field label="Owner" optional>
        <Input value={owner} maxLength={200} onChange={({ target }) => setOwner(target.value)} />
      </Field>
      <Field label="Issue" optional hint="An address or a number.">
        <Input value={issue} maxLength={500} onChange={({ target }) => setIssue(target.value)} />
      </Field>
      <Field label="Note" optional>
        <Textarea value={text} maxLength={500} onChange={({ target }) => setText(target.value)} />
      </Field>
    </Dialog>
  );
}
