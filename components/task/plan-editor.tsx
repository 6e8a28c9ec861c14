'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import { useAsking } from '#components/ui/use-asking.ts';

export interface PlanEditorProps {
  /** The plan as it stands, YAML. */
  readonly text: string;
  /** Settles with what is wrong with it, or with nothing when the run has taken it. */
  readonly onSave: (text: string, reason: string) => Promise<string | undefined>;
  readonly onClose: () => void;
}

/** The plan as text, to be changed before any of it is done. What it cannot be is told with its line. */
export function PlanEditor({ text: given, onSave, onClose }: PlanEditorProps) {
  const [text, setText] = useState(given);
  const [reason, setReason] = useState('');
  const { pending, refusal, ask } = useAsking(onClose);
  function save(event: FormEvent) {
    event.preventDefault();
    void ask(onSave(text, reason.trim()));
  }
  return (
    <form onSubmit={save} className="flex min-w-0 flex-col gap-3">
      <Field
        label="Plan"
        hint="YAML. What a tool may do is decided by the tool: a change of its risk here has no effect."
        error={refusal}
      >
        <Textarea
          mono
          rows={16}
          className="max-h-[60dvh] whitespace-pre"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Field label="Reason" hint="Kept in the trace under your name." optional>
        <Input value={reason} maxLength={400} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="md" kind="primary" disabled={pending || text === given}>
          {pending ? 'Checking…' : 'Change the plan'}
        </Button>
        <Button size="md" onClick={onClose}>
          Leave it as it is
        </Button>
      </div>
    </form>
  );
}
