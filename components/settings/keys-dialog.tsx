'use client';

import { type FormEvent, useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';

export type KeysDialogProps = {
  /** The key that gets another value; without it a new one is asked for. */
  name?: string | undefined;
  pending: boolean;
  refusal?: string | undefined;
  onClose: () => void;
  onSet: (key: { name: string; value: string }) => void;
};

/** Asks for a key. Its value is never shown again. */
export function KeysDialog({ name: known, pending, refusal, ...on }: KeysDialogProps) {
  const form = useId();
  const [name, setName] = useState(known ?? '');
  const [value, setValue] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    on.onSet({ name: name.trim(), value });
  };
  return (
    <Dialog
      open
      onOpenChange={on.onClose}
      title={known === undefined ? 'Set a key' : `Replace ${known}`}
      description="It is stored sealed, handed to agents alone, and never shown again."
      footer={
        <>
          <Button size="md" onClick={on.onClose}>
            Discard
          </Button>
          <Button size="md" kind="primary" type="submit" form={form} disabled={pending}>
            Set the key
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-3" autoComplete="off">
        {known === undefined && (
          <Field label="Name" hint="As the project file names it, such as OPENAI_API_KEY.">
            <Input mono required maxLength={100} value={name} onChange={(event) => setName(event.target.value)} />
          </Field>
        )}
        <Field label="Key" error={refusal}>
          <Input
            type="password"
            autoComplete="off"
            required
            maxLength={4_096}
            value={value}
            onChange={(event) => setValue(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
