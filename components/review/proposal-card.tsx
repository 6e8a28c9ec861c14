'use client';

import { Button } from '#components/ui/button.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import { useAsking } from '#components/ui/use-asking.ts';
import type { Proposal } from './types.ts';

export type ProposalCardProps = {
  proposal: Proposal;
  needed: number;
  me: string;
  /** Settle with the reason of a refusal, or with nothing. */
  onApprove: (proposal: Proposal) => Promise<string | undefined>;
  onWithdraw: () => Promise<string | undefined>;
};

/** A verdict that waits for more people: what exactly they would approve, and who has. */
export function ProposalCard({ proposal, needed, me, onApprove, onWithdraw }: ProposalCardProps) {
  const { pending, refusal, ask } = useAsking();
  const approved = proposal.approvedBy.includes(me);
  const enough = proposal.approvedBy.length >= needed;
  return (
    <section
      aria-label={`Verdict of ${proposal.by}`}
      className="flex flex-col gap-1.5 border-busy-line border-l-2 bg-busy-soft px-3 py-2 text-sm"
    >
      <p>
        <SafeText text={proposal.by} limit={40} /> proposes to{' '}
        <span className="font-medium">
          <SafeText text={proposal.words} limit={400} />
        </span>
        {proposal.carries && ', also for later runs stuck on the same tests'}
      </p>
      <p className="text-ink-muted">
        <SafeText text={proposal.reason} />
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <ToneMark
          tone={enough ? 'good' : 'attention'}
        >{`${proposal.approvedBy.length} of ${needed} approvals: ${proposal.approvedBy.join(', ')}`}</ToneMark>
        {(!approved || enough) && (
          <Button kind="primary" disabled={pending} onClick={() => void ask(onApprove(proposal))}>
            {approved ? 'Carry it out' : 'Approve'}
          </Button>
        )}
        {proposal.by === me && (
          <Button disabled={pending} onClick={() => void ask(onWithdraw())}>
            Withdraw
          </Button>
        )}
      </div>
      {refusal !== undefined && (
        <p role="alert" className="text-bad text-xs">
          {refusal}
        </p>
      )}
    </section>
  );
}
