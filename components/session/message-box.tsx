'use client';

import { type FormEvent, useState } from 'react';
import type { SayToRun } from '#components/run/steer-types.ts';
import { useSaying } from '#components/run/use-saying.ts';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Textarea } from '#components/ui/textarea.tsx';

export interface MessageBoxProps {
  /** Null where nothing can be deployed; else why it cannot be yet, or that it can. */
  readonly deployment: { readonly refusal: string | null } | null;
  readonly onSay: SayToRun;
}

/** Says something to the session, in whatever state it is. */
export function MessageBox({ deployment, onSay }: MessageBoxProps) {
  const [text, setText] = useState('');
  const { pending, refusal, say } = useSaying(onSay);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const words = text.trim();
    if (words !== '') void say({ type: 'USER_MESSAGE', fields: { text: words } }).then(() => setText(''));
  };
  const deploys =
    deployment === null
      ? ''
      : ` Asking for the deployment ${deployment.refusal === null ? 'works now' : `is refused now: ${deployment.refusal}`}.`;
  return (
    <form onSubmit={send} className="flex min-w-0 flex-col gap-2 sm:flex-row sm:items-end">
      <Field
        label="Message to the session"
        hint={`It is rewritten as an instruction and shown before it goes in.${deploys}`}
        error={refusal}
        className="flex-1"
      >
        <Textarea rows={1} maxLength={4_000} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <Button
        type="submit"
        size="md"
        kind="primary"
        disabled={pending || text.trim() === ''}
        className="self-start sm:mb-5 sm:self-end"
      >
        {pending ? 'Sending…' : 'Send the message'}
      </Button>
    </form>
  );
}
