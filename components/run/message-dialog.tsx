'use client';

import { type FormEvent, useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import { counted } from '#lib/format/count.ts';

export type MessageDialogProps = {
  pending: boolean;
  refusal?: string | undefined;
  onClose: () => void;
  onSend: (text: string) => void;
};

/** The API takes no longer message, characters. */
const longestMessage = 10_000;

/** A note to the agent. */
export function MessageDialog({ pending, refusal, onClose, onSend }: MessageDialogProps) {
  const form = useId();
  const [text, setText] = useState('');
  const said = text.trim();
  const tooLong =
    said.length > longestMessage
      ? `${counted(said.length, 'character')}, and a message has at most ${counted(longestMessage, 'character')}.`
      : undefined;
  const ready = said !== '' && tooLong === undefined && !pending;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (ready) onSend(said);
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Message the agent"
      description="The next call of an agent in this run receives it once, with your name. What runs now is not interrupted."
      footer={
        <>
          <Button size="md" onClick={onClose}>
            Discard
          </Button>
          <Button size="md" kind="primary" type="submit" form={form} disabled={!ready}>
            {pending ? 'Sending…' : 'Send message'}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <Field label="Message" error={tooLong ?? refusal}>
          <Textarea rows={4} value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  );
}
