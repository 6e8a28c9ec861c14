'use client';

import { type FormEvent, useState } from 'react';
import type { SayToRun } from '#components/run/steer-types.ts';
import { useSaying } from '#components/run/use-saying.ts';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';

export interface BlockedCardProps {
  /** What stands in the way, as a clause. */
  readonly blockedBy: string;
  /** Where a roll back leads. */
  readonly checkpoint: string | null;
  /** Where the output of the last verification can be read. */
  readonly logsHref: string;
  readonly onSay: SayToRun;
}

/** The session is blocked: somebody gives a way out, skips the task, or rolls back to the last checkpoint. */
export function BlockedCard({ blockedBy, checkpoint, logsHref, onSay }: BlockedCardProps) {
  const [text, setText] = useState('');
  const [patch, setPatch] = useState('');
  const { pending, refusal, say } = useSaying(onSay);
  const words = text.trim();
  const give = (event: FormEvent) => {
    event.preventDefault();
    void say({
      type: 'HUMAN_INTERVENTION',
      fields: { ...(words !== '' && { text: words }), ...(patch.trim() !== '' && { patch }) },
    });
  };
  return (
    <section
      aria-label="What the session asks"
      className="flex flex-col gap-3 border-bad-line border-l-2 bg-surface px-4 py-3"
    >
      <ToneMark tone="bad" className="font-semibold">
        Blocked: somebody is needed
      </ToneMark>
      <p className="text-base">
        <SafeText text={blockedBy} limit={600} />
      </p>
      <a href={logsHref} className="self-start text-sm underline">
        Read what was printed
      </a>
      <form onSubmit={give} className="flex flex-col gap-3">
        <Field
          label="How to mend it"
          hint="The agent carries it out, and three more fixes are tried. With a skip or a roll back it is your reason."
          error={refusal}
        >
          <Textarea rows={2} value={text} maxLength={4_000} onChange={(event) => setText(event.target.value)} />
        </Field>
        <details>
          <summary className="cursor-pointer text-sm">Give a patch instead</summary>
          <Field label="Patch" hint="A unified diff against the tree as it is. It is applied as it stands." optional>
            <Textarea
              mono
              rows={6}
              className="whitespace-pre"
              spellCheck={false}
              value={patch}
              maxLength={200_000}
              onChange={(event) => setPatch(event.target.value)}
            />
          </Field>
        </details>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" size="md" kind="primary" disabled={pending || (words === '' && patch.trim() === '')}>
            {pending ? 'Sending…' : 'Give this fix'}
          </Button>
          <Button
            size="md"
            disabled={pending}
            onClick={() => void say({ type: 'SKIP', reason: words.slice(0, 400), fields: {} })}
          >
            Skip the task
          </Button>
          <Button
            size="md"
            kind="danger"
            disabled={pending}
            onClick={() => void say({ type: 'ROLLBACK', reason: words.slice(0, 400), fields: {} })}
          >
            Roll back to {checkpoint ?? 'the beginning'}
          </Button>
        </div>
      </form>
    </section>
  );
}
