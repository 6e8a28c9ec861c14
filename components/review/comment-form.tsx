'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Textarea } from '#components/ui/textarea.tsx';

export type CommentFormProps = {
  /** Settles with the reason of a refusal, or with nothing when it was written. */
  onComment: (text: string) => Promise<string | undefined>;
};

/** Adds a comment; `@name` tells somebody. */
export function CommentForm({ onComment }: CommentFormProps) {
  const [text, setText] = useState('');
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  async function submit(event: FormEvent) {
    event.preventDefault();
    setPending(true);
    const refused = await onComment(text.trim());
    setPending(false);
    setRefusal(refused);
    if (refused === undefined) setText('');
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      <Field label="Comment" hint="@name tells somebody." error={refusal}>
        <Textarea rows={2} value={text} maxLength={10_000} onChange={(event) => setText(event.target.value)} />
      </Field>
      <Button type="submit" className="self-start" disabled={pending || text.trim() === ''}>
        {pending ? 'Sending…' : 'Add comment'}
      </Button>
    </form>
  );
}
