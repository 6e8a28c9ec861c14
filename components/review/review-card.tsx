'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { Select } from '#components/ui/select.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import { useAsking } from '#components/ui/use-asking.ts';
import type { GivenVerdict, Review, ReviewVerdict } from './types.ts';
import { VerdictChoice } from './verdict-choice.tsx';
import { verdictOrder, verdictWords } from './verdict-words.ts';

export type ReviewCardProps = {
  review: Review;
  /** Settles with the reason of a refusal, or with nothing when it was accepted. */
  onDecide: (given: GivenVerdict) => Promise<string | undefined>;
};

/** A run that got stuck asks what to do with it: why it stopped, each verdict with its effect, and the reason that the trace keeps. */
export function ReviewCard({ review, onDecide }: ReviewCardProps) {
  const [verdict, setVerdict] = useState<ReviewVerdict>(review.taken[0] ?? 'give-up');
  const [reason, setReason] = useState('');
  const [hint, setHint] = useState('');
  const [strategy, setStrategy] = useState(review.strategies[0] ?? '');
  const { pending, refusal, ask } = useAsking();
  const ready = reason.trim() !== '' && !pending && review.taken.includes(verdict);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!ready) return;
    const more = {
      ...(verdict === 'continue' && hint.trim() && { hint: hint.trim() }),
      ...(verdict === 'switch-strategy' && { strategy }),
    };
    void ask(onDecide({ verdict, reason: reason.trim(), ...more }));
  }
  return (
    <section aria-label="Review" className="flex flex-col gap-3 border-attention-line border-l-2 bg-surface px-4 py-3">
      <header className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <ToneMark tone="attention" className="font-semibold">
          A person decides how this run goes on
        </ToneMark>
        {review.dueAt !== null && (
          <span className="text-ink-muted text-sm">
            unanswered it ends with <span className="tabular">{review.unanswered}</span>{' '}
            <RelativeTime at={review.dueAt} />
          </span>
        )}
      </header>
      <p className="text-base">
        <SafeText text={review.why} />
      </p>
      <form onSubmit={submit} className="grid min-w-0 gap-x-6 gap-y-3 lg:grid-cols-2">
        <fieldset className="flex min-w-0 flex-col border-line border-y">
          <legend className="sr-only">Verdict</legend>
          {verdictOrder.map((one) => (
            <VerdictChoice
              key={one}
              verdict={one}
              review={review}
              chosen={one === verdict}
              onChoose={() => setVerdict(one)}
            />
          ))}
        </fieldset>
        <div className="flex min-w-0 flex-col gap-3">
          {verdict === 'continue' && (
            <Field
              label="Hint for the agent"
              hint="The next call of an agent receives it once, with your name."
              optional
            >
              <Textarea rows={2} value={hint} maxLength={10_000} onChange={(event) => setHint(event.target.value)} />
            </Field>
          )}
          {verdict === 'switch-strategy' && review.strategies.length > 0 && (
            <Field label="Strategy">
              <Select
                options={review.strategies.map((name) => ({ value: name, label: name }))}
                value={strategy}
                onChange={setStrategy}
              />
            </Field>
          )}
          <Field label="Reason" hint="Kept in the trace and the audit log under your name." error={refusal}>
            <Textarea rows={2} value={reason} maxLength={400} onChange={(event) => setReason(event.target.value)} />
          </Field>
          <Button type="submit" size="md" kind="primary" className="self-start" disabled={!ready}>
            {pending ? 'Sending…' : verdictWords[verdict].title}
          </Button>
        </div>
      </form>
    </section>
  );
}
