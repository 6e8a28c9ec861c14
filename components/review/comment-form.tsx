'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import { useAsking } from '#components/ui/use-asking.ts';

export type CommentFormProps = {
  /** Settles with the reason of a refusal, or with nothing when it was written. */
  onComment: (text: string) => Promise<string | undefined>;
};

/** Adds a comment; `@name` tells somebody. */
export function CommentForm({ onComment }: CommentFormProps) {
  const [text, setText] = useState('');
  const { pending, refusal, ask } = useAsking(() => setText(''));
  function submit(event: FormEvent) {
    event.preventDefault();
    void ask(onComment(text.trim()));
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
