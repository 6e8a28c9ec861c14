'use client';

import { useState } from 'react';
import type { SayToRun } from '#components/run/steer-types.ts';
import { useSaying } from '#components/run/use-saying.ts';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import { ChangeList } from './change-list.tsx';
import type { WorkflowAsking } from './types.ts';

export interface UpdateCardProps {
  readonly asking: WorkflowAsking;
  readonly onSay: SayToRun;
}

const words = {
  workflow: {
    title: 'Planning wants to change the workflow',
    yes: 'UPDATE_WORKFLOW_CONFIRMED',
    no: 'UPDATE_WORKFLOW_REJECTED',
    hint: 'Rejected, the workflow goes on as it was, and the same update is not shown again.',
  },
  step: {
    title: 'Planning wants to change the steps',
    yes: 'UPDATE_STEP_CONFIRMED',
    no: 'UPDATE_STEP_REJECTED',
    hint: 'Rejected, the workflow stands in error until somebody begins the behavior again.',
  },
} as const satisfies Record<WorkflowAsking['kind'], Record<string, string>>;

/** An update waits for a verdict: what it would change, and the two answers. They hold for exactly what is shown. */
export function UpdateCard({ asking, onSay }: UpdateCardProps) {
  const [reason, setReason] = useState('');
  const { pending, refusal, say } = useSaying(onSay);
  const { title, yes, no, hint } = words[asking.kind];
  const answer = (type: string) => void say({ type, reason: reason.trim(), fields: { updateId: asking.id } });
  return (
    <section
      aria-label="What the workflow asks"
      className="flex min-w-0 flex-col gap-3 border-attention-line border-l-2 bg-surface px-4 py-3"
    >
      <ToneMark tone="attention" className="font-semibold">
        {title}
      </ToneMark>
      <p className="text-sm">
        The update <SafeText text={asking.summary} limit={400} />.
      </p>
      <ChangeList changes={asking.changes} />
      <Field label="Reason" hint={hint} error={refusal} optional>
        <Textarea rows={2} value={reason} maxLength={400} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button size="md" kind="primary" disabled={pending} onClick={() => answer(yes)}>
          Confirm the update
        </Button>
        <Button size="md" kind="danger" disabled={pending} onClick={() => answer(no)}>
          Reject the update
        </Button>
      </div>
    </section>
  );
}
