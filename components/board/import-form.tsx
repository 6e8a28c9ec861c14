'use client';

import { type ChangeEvent, type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Textarea } from '#components/ui/textarea.tsx';

/** A list of boards, and where those stand whose entry does not say so. */
export type BoardList = { text: string; site: string };

export type ImportFormProps = {
  site: string;
  pending: boolean;
  /** What is wrong with the list, line by line. */
  error: string | undefined;
  onEdit: () => void;
  onLook: (list: BoardList) => void;
};

/** Takes a list of boards, as a file or as text, to be looked at before it changes anything. */
export function ImportForm({ site: usual, pending, error, onEdit, onLook }: ImportFormProps) {
  const [text, setText] = useState('');
  const [site, setSite] = useState(usual);
  function edit(next: string) {
    setText(next);
    onEdit();
  }
  async function pick({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (file !== undefined) edit(await file.text());
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    onLook({ text, site });
  }
  return (
    <form onSubmit={submit} className="flex min-w-0 flex-col gap-4">
      <Field
        label="File"
        hint="Our own YAML, a Twister hardware map, labgrid places or the configuration of an exporter."
      >
        <input
          type="file"
          className="text-sm file:mr-3 file:h-7 file:rounded-md file:border file:border-line-strong file:bg-surface file:px-2 file:font-medium"
          onChange={(event) => void pick(event)}
        />
      </Field>
      <Field label="List of boards" error={error}>
        <Textarea
          mono
          rows={10}
          required
          spellCheck={false}
          placeholder={'boards:\n  - { name: stm32f4-01, type: stm32f4, serial: "0006", tags: [can] }'}
          value={text}
          onChange={({ target }) => edit(target.value)}
        />
      </Field>
      <Field label="Site" hint="Where boards stand whose entry does not say so.">
        <Input
          mono
          required
          maxLength={100}
          value={site}
          onChange={({ target }) => {
            setSite(target.value);
            onEdit();
          }}
        />
      </Field>
      <div>
        <Button type="submit" size="md" disabled={pending || text.trim() === ''}>
          {pending ? 'Looking…' : 'Look what would change'}
        </Button>
      </div>
    </form>
  );
}
