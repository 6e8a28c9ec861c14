'use client';

import { type FormEvent, useState } from 'react';
import type { SaidToRun, SayToRun } from '#components/run/steer-types.ts';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import { useAsking } from '#components/ui/use-asking.ts';
import type { TaskAsking } from '#lib/tasks/asking.ts';

export interface TaskCardProps {
  readonly asking: TaskAsking;
  readonly onSay: SayToRun;
}

/** A task waits for a person: its questions with a place for the answer, or its plan with yes and no. */
export function TaskCard({ asking, onSay }: TaskCardProps) {
  const [text, setText] = useState('');
  const { pending, refusal, ask } = useAsking();
  const say = (said: SaidToRun) => ask(onSay(said));
  const answer = (event: FormEvent) => {
    event.preventDefault();
    if (asking.kind === 'question' && text.trim() !== '')
      void say({ type: 'CLARIFICATION_ANSWER', fields: { text: text.trim() } });
  };
  return (
    <section
      aria-label="What the task asks"
      className="flex flex-col gap-3 border-attention-line border-l-2 bg-surface px-4 py-3"
    >
      <ToneMark tone="attention" className="font-semibold">
        {asking.kind === 'question' ? 'The task needs an answer' : 'The task needs a yes'}
      </ToneMark>
      {asking.kind === 'question' ? (
        <form onSubmit={answer} className="flex flex-col gap-3">
          <ul className="flex list-disc flex-col gap-1 pl-5 text-base">
            {asking.questions.map((question) => (
              <li key={question}>
                <SafeText text={question} />
              </li>
            ))}
          </ul>
          <Field label="Answer" hint="One text answers all of them." error={refusal}>
            <Textarea rows={3} value={text} maxLength={4_000} onChange={(event) => setText(event.target.value)} />
          </Field>
          <Button
            type="submit"
            size="md"
            kind="primary"
            className="self-start"
            disabled={pending || text.trim() === ''}
          >
            {pending ? 'Sending…' : 'Answer'}
          </Button>
        </form>
      ) : (
        <Confirmation asking={asking} pending={pending} refusal={refusal} onSay={say} />
      )}
    </section>
  );
}

function Confirmation({
  asking,
  pending,
  refusal,
  onSay,
}: {
  readonly asking: Extract<TaskAsking, { kind: 'confirmation' }>;
  readonly pending: boolean;
  readonly refusal: string | undefined;
  readonly onSay: (said: SaidToRun) => Promise<void>;
}) {
  const [reason, setReason] = useState('');
  const confirm = (answer: 'yes' | 'no', scope: 'step' | 'kind') =>
    void onSay({ type: 'CONFIRM', reason: reason.trim(), fields: { answer, scope, planId: asking.planId } });
  return (
    <>
      <p className="text-base">
        <SafeText text={asking.what} />
      </p>
      <a href="#plan" className="self-start text-sm underline">
        Read the plan with every argument
      </a>
      <Field
        label="Reason"
        hint={asking.lastNo ? 'A second no ends the task.' : 'After a no the plan is made anew, with this in mind.'}
        error={refusal}
        optional
      >
        <Textarea rows={2} value={reason} maxLength={400} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button size="md" kind="primary" disabled={pending} onClick={() => confirm('yes', 'step')}>
          Yes, this step
        </Button>
        <Button size="md" disabled={pending} onClick={() => confirm('yes', 'kind')}>
          Yes, all that {kinds[asking.risk]} in this run
        </Button>
        <Button size="md" disabled={pending} onClick={() => confirm('no', 'step')}>
          No
        </Button>
      </div>
    </>
  );
}

const kinds = {
  read: 'reads',
  write: 'writes',
  delete: 'deletes',
  execute: 'runs commands',
  network: 'uses the network',
} as const;
