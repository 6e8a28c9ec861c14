'use client';

import { useState } from 'react';
import type { SayToRun } from '#components/run/steer-types.ts';
import { useSaying } from '#components/run/use-saying.ts';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';

export interface VerdictCardProps {
  readonly asking: {
    readonly about: string;
    /** As in "judge its security". */
    readonly what: string;
    readonly signals: readonly string[];
  };
  readonly onSay: SayToRun;
}

const labels: Readonly<Record<string, string>> = {
  no_issue: 'Nothing to mend',
  has_issue: 'There is an issue',
  code_fault: 'The code is wrong',
  test_fault: 'The test is wrong',
};

/** The judge could not be read: a person judges in its place. */
export function VerdictCard({ asking: { about, what, signals }, onSay }: VerdictCardProps) {
  const [suggestion, setSuggestion] = useState('');
  const { pending, refusal, say } = useSaying(onSay);
  return (
    <section
      aria-label="A verdict in the judge's place"
      className="flex flex-col gap-3 border-attention-line border-l-2 bg-surface px-4 py-3"
    >
      <ToneMark tone="attention" className="whitespace-normal font-semibold">
        The judge cannot be read: judge {what}
      </ToneMark>
      <Field
        label="What the session should do"
        hint="It goes into the next instruction. What the judge saw stands in the conversation below."
        error={refusal}
        optional
      >
        <Textarea
          rows={2}
          maxLength={1_000}
          value={suggestion}
          onChange={(event) => setSuggestion(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        {signals.map((signal) => (
          <Button
            key={signal}
            size="md"
            disabled={pending}
            onClick={() => void say({ type: 'VERDICT', fields: { about, signal, suggestion: suggestion.trim() } })}
          >
            {labels[signal] ?? signal}
          </Button>
        ))}
      </div>
    </section>
  );
}
