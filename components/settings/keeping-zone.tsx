'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';

export type ZoneFormProps = {
  zone: string;
  pending: boolean;
  problem: string | undefined;
  onSet: (zone: string) => void;
};

/** The zone in which days of reports begin. */
export function ZoneForm({ zone, pending, problem, onSet }: ZoneFormProps) {
  const [text, setText] = useState(zone);
  function submit(event: FormEvent) {
    event.preventDefault();
    onSet(text.trim());
  }
  return (
    <form onSubmit={submit} className="flex max-w-md items-start gap-2">
      <Field
        label="Time zone"
        hint="such as Europe/Berlin; reports are counted anew"
        error={problem}
        className="flex-1"
      >
        <Input mono value={text} maxLength={60} onChange={({ target }) => setText(target.value)} />
      </Field>
      <Button type="submit" size="md" disabled={pending || text.trim() === '' || text.trim() === zone} className="mt-6">
        Set
      </Button>
    </form>
  );
}
