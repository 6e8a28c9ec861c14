'use client';

import { useState } from 'react';
import type { SayToRun } from '#components/run/steer-types.ts';
import { useSaying } from '#components/run/use-saying.ts';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import { counted } from '#lib/format/count.ts';

export interface ConfirmCardProps {
  /** The document that is shown: an answer is to exactly this one. */
  readonly prdId: string;
  readonly tasks: number;
  readonly onSay: SayToRun;
}

/** The document waits for a yes: go, have it changed, or cancel the session. */
export function ConfirmCard({ prdId, tasks, onSay }: ConfirmCardProps) {
  const [text, setText] = useState('');
  const { pending, refusal, say } = useSaying(onSay);
  const change = text.trim();
  return (
    <section
      aria-label="What the session asks"
      className="flex flex-col gap-3 border-attention-line border-l-2 bg-surface px-4 py-3"
    >
      <ToneMark tone="attention" className="font-semibold">
        The document needs a yes
      </ToneMark>
      <p className="text-sm">
        After that its {counted(tasks, 'task')} {tasks === 1 ? 'is' : 'are'} carried out one after the other. Read{' '}
        <a href="#document" className="underline">
          the document
        </a>{' '}
        first; it can be edited there.
      </p>
      <Field
        label="What to change"
        hint="With this the document is written anew; without it the words are kept as your reason."
        error={refusal}
        optional
      >
        <Textarea rows={2} value={text} maxLength={4_000} onChange={(event) => setText(event.target.value)} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button
          size="md"
          kind="primary"
          disabled={pending}
          onClick={() => void say({ type: 'USER_CONFIRM', reason: change.slice(0, 400), fields: { prdId } })}
        >
          Go
        </Button>
        <Button
          size="md"
          disabled={pending || change === ''}
          onClick={() => void say({ type: 'USER_MODIFY', fields: { prdId, change } })}
        >
          Have it changed
        </Button>
        <Button
          size="md"
          kind="danger"
          disabled={pending}
          onClick={() => void say({ type: 'USER_CANCEL', reason: change.slice(0, 400), fields: {} })}
        >
          Cancel the session
        </Button>
      </div>
    </section>
  );
}
