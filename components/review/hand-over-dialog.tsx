'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import { useAsking } from '#components/ui/use-asking.ts';

export type HandOverDialogProps = {
  /** Known people, offered while a name is typed. */
  people: readonly string[];
  onHandOver: (to: string, note: string) => Promise<string | undefined>;
  onClose: () => void;
};

/** Gives a review to somebody else, with where things stand. */
export function HandOverDialog({ people, onHandOver, onClose }: HandOverDialogProps) {
  const [to, setTo] = useState('');
  const [note, setNote] = useState('');
  const { refusal, ask } = useAsking(onClose);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Hand over"
      description="The other person is told, with your note, and has the review instead of you."
      footer={
        <Button
          size="md"
          kind="primary"
          disabled={to.trim() === '' || note.trim() === ''}
          onClick={() => void ask(onHandOver(to.trim(), note.trim()))}
        >
          Hand over
        </Button>
      }
    >
      <Field label="To" error={refusal}>
        <Input list="review-people" value={to} maxLength={80} onChange={(event) => setTo(event.target.value)} />
      </Field>
      <datalist id="review-people">
        {people.map((person) => (
          <option key={person} value={person} />
        ))}
      </datalist>
      <Field label="Where things stand">
        <Textarea rows={3} value={note} maxLength={10_000} onChange={(event) => setNote(event.target.value)} />
      </Field>
    </Dialog>
  );
}
