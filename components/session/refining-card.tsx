'use client';

import { useState } from 'react';
import type { SayToRun } from '#components/run/steer-types.ts';
import { useSaying } from '#components/run/use-saying.ts';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';

export interface RefiningCardProps {
  readonly instruction: {
    readonly text: string;
    readonly said: readonly string[];
    /** What a yes is bound to. */
    readonly shown: string;
    readonly intent: 'develop' | 'deploy' | 'stay';
    /** The state that the message came in. */
    readonly from: string;
  };
  readonly onSay: SayToRun;
}

const leadsTo = {
  develop: () => 'The session goes on with it in DEVELOPING.',
  deploy: () => 'What is committed is deployed.',
  stay: (from: string) => `It stays in ${from}; the session hears it with its next turn.`,
} as const;

/** A message as it was said beside the instruction that it becomes: sent, changed, or dropped. */
export function RefiningCard({ instruction, onSay }: RefiningCardProps) {
  const { text, said, shown, intent, from } = instruction;
  const [words, setWords] = useState(text);
  const { pending, refusal, say } = useSaying(onSay);
  const answer = (fields: Record<string, string>) => void say({ type: 'INSTRUCTION', fields: { shown, ...fields } });
  return (
    <section
      aria-label="The rewritten instruction"
      className="flex flex-col gap-3 border-attention-line border-l-2 bg-surface px-4 py-3"
    >
      <ToneMark tone="attention" className="font-semibold">
        The message was rewritten
      </ToneMark>
      <div className="grid min-w-0 gap-4 md:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-1">
          <p className="font-medium text-sm">As it was said</p>
          {said.map((message) => (
            <blockquote
              key={message}
              className="whitespace-pre-line border-line border-l-2 pl-2 text-ink-muted text-sm"
            >
              <SafeText text={message} />
            </blockquote>
          ))}
        </div>
        <Field label="As the session will hear it" hint={leadsTo[intent](from)} error={refusal}>
          <Textarea
            rows={4}
            maxLength={4_000}
            value={words}
            readOnly={intent === 'deploy'}
            onChange={(event) => setWords(event.target.value)}
          />
        </Field>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="md"
          kind="primary"
          disabled={pending || words.trim() === ''}
          onClick={() => answer({ answer: 'send', text: words.trim() === text.trim() ? '' : words.trim() })}
        >
          {intent === 'deploy' ? 'Deploy it' : words.trim() === text.trim() ? 'Send it' : 'Send my words'}
        </Button>
        <Button size="md" disabled={pending} onClick={() => answer({ answer: 'drop', text: '' })}>
          Drop it
        </Button>
      </div>
    </section>
  );
}
