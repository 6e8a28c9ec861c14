'use client';

import { type FormEvent, useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Textarea } from '#components/ui/textarea.tsx';

export type MessageDialogProps = {
  pending: boolean;
  refusal?: string | undefined;
  onClose: () => void;
  onSend: (text: string) => void;
};

/** A note to the agent. */
export function MessageDialog({ pending, refusal, onClose, onSend }: MessageDialogProps) {
  const form = useId();
  const [text, setText] = useState('');
  const ready = text.trim() !== '' && !pending;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (ready) onSend(text.trim());
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
        <Field label="Message" error={refusal}>
          <Textarea rows={4} value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  );
}
