'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import { useAsking } from '#components/ui/use-asking.ts';
import { counted } from '#lib/format/count.ts';
import { optionKey, optionWords } from './option-words.ts';
import type { Situation, VerdictGiven } from './types.ts';
import { VerdictOption } from './verdict-option.tsx';

export type VerdictFormProps = {
  situation: Situation;
  /** How many people must approve before it moves the run. */
  approvals: number;
  /** How many tests a carried decision would be recognised by; 0 when none fails. */
  blocking: number;
  /** Settles with the reason of a refusal, or with nothing when it was accepted. */
  onDecide: (given: VerdictGiven) => Promise<string | undefined>;
};

/** What is to become of the run: each verdict with its effect, the reason that the trace keeps, and how far it reaches. */
export function VerdictForm({ situation, approvals, blocking, onDecide }: VerdictFormProps) {
  const [chosen, setChosen] = useState(() => situation.options.find(({ foreseen }) => foreseen.taken));
  const [reason, setReason] = useState('');
  const [hint, setHint] = useState('');
  const [carry, setCarry] = useState(false);
  const { pending, refusal, ask } = useAsking();
  const option = situation.options.find(({ decision }) => chosen && optionKey(decision) === optionKey(chosen.decision));
  const ready = reason.trim() !== '' && !pending && option?.foreseen.taken === true;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!ready || option === undefined) return;
    const { decision } = option;
    const whole = decision.verdict === 'continue' && hint.trim() !== '' ? { ...decision, hint: hint.trim() } : decision;
    void ask(onDecide({ decision: whole, reason: reason.trim(), carry }));
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <fieldset className="flex min-w-0 flex-col border-line border-y">
        <legend className="sr-only">Verdict</legend>
        {situation.options.map((one) => (
          <VerdictOption
            key={optionKey(one.decision)}
            option={one}
            situation={situation}
            chosen={one === option}
            onChoose={() => setChosen(one)}
          />
        ))}
      </fieldset>
      {option?.decision.verdict === 'continue' && (
        <Field label="Hint for the agent" hint="The next call of an agent receives it once, with your name." optional>
          <Textarea rows={2} value={hint} maxLength={10_000} onChange={(event) => setHint(event.target.value)} />
        </Field>
      )}
      <Field label="Reason" hint="Kept in the trace and the audit log under your name." error={refusal}>
        <Textarea rows={2} value={reason} maxLength={400} onChange={(event) => setReason(event.target.value)} />
      </Field>
      {blocking > 0 && (
        <label className="flex items-start gap-2 text-sm">
          <input
            type="checkbox"
            className="mt-1 accent-ink"
            checked={carry}
            onChange={(event) => setCarry(event.target.checked)}
          />
          <span>
            Decide likewise for later runs that get stuck on the same {counted(blocking, 'test')}
            <span className="block text-ink-muted">
              Once for each run, in its own review with your name and where it comes from. It can be ended here.
            </span>
          </span>
        </label>
      )}
      <Button type="submit" size="md" kind="primary" className="self-start" disabled={!ready}>
        {buttonWords(pending, approvals, option && optionWords(option.decision, situation).title)}
      </Button>
    </form>
  );
}

function buttonWords(pending: boolean, approvals: number, title: string | undefined): string {
  if (pending) return 'Sending…';
  if (title === undefined) return 'Nothing can be decided now';
  return approvals === 1 ? title : `Propose: ${title.toLowerCase()} (needs ${approvals} approvals)`;
}
