'use client';

import { type FormEvent, useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';

export type HandOverDialogProps = {
  title: string;
  description: string;
  action: string;
  people: readonly string[];
  pending: boolean;
  error: string | undefined;
  onClose: () => void;
  onChoose: (person: string) => void;
};

/** Chooses somebody who gets a board, or may work with it too. */
export function HandOverDialog(props: HandOverDialogProps) {
  const { title, description, action, people, pending, error, onClose, onChoose } = props;
  const form = useId();
  const [person, setPerson] = useState(people[0] ?? '');
  function submit(event: FormEvent) {
    event.preventDefault();
    onChoose(person);
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={description}
      footer={
        <Button size="md" kind="primary" type="submit" form={form} disabled={pending || person === ''}>
          {pending ? 'Sending…' : action}
        </Button>
      }
    >
      <form id={form} onSubmit={submit}>
        <Field label="Person" hint={people.length === 0 ? 'There is nobody else.' : undefined} error={error}>
          <Select options={people.map((one) => ({ value: one, label: one }))} value={person} onChange={setPerson} />
        </Field>
      </form>
    </Dialog>
  );
}
