'use client';

import { useState } from 'react';
import type { SayToRun } from '#components/run/steer-types.ts';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Link } from '#components/ui/link.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import { useAsking } from '#components/ui/use-asking.ts';

export interface ApprovalCardProps {
  readonly approval: {
    readonly proposalId: string;
    readonly fingerprint: string;
    /** Both from 0 to 1. */
    readonly risk: number;
    readonly threshold: number;
    readonly iteration: number;
  };
  /** Where the patch stands with the findings of the policy. */
  readonly patchHref: string;
  readonly onSay: SayToRun;
}

/** A patch above the risk threshold waits for a person; the answer holds for this patch alone. */
export function ApprovalCard({ approval, patchHref, onSay }: ApprovalCardProps) {
  const { proposalId, fingerprint, risk, threshold, iteration } = approval;
  const [reason, setReason] = useState('');
  const { pending, refusal, ask } = useAsking();
  const say = (type: 'patch.approve' | 'patch.refuse') =>
    ask(onSay({ type, reason: reason.trim(), fields: { proposalId } }));
  return (
    <section
      aria-label="Approval"
      className="flex flex-col gap-3 border-attention-line border-l-2 bg-surface px-4 py-3"
    >
      <ToneMark tone="attention" className="font-semibold">
        A patch needs an approval before it is tried
      </ToneMark>
      <p className="text-base">
        Iteration {iteration} proposes patch <code>{fingerprint}</code> of risk{' '}
        <span className="tabular">{risk.toFixed(3)}</span>, above{' '}
        <span className="tabular">{threshold.toFixed(3)}</span>.{' '}
        <Link href={patchHref}>Read it with what the policy found</Link>
      </p>
      <Field
        label="Reason"
        hint="Kept in the trace under your name. A refused patch is not tried when it comes again."
        error={refusal}
        optional
      >
        <Textarea rows={2} value={reason} maxLength={400} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button size="md" kind="primary" disabled={pending} onClick={() => void say('patch.approve')}>
          Approve this patch
        </Button>
        <Button size="md" disabled={pending} onClick={() => void say('patch.refuse')}>
          Refuse it
        </Button>
      </div>
    </section>
  );
}
