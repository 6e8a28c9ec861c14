'use client';

import { useQuery } from '@tanstack/react-query';
import { ProposalCard } from '#components/review/proposal-card.tsx';
import { VerdictForm } from '#components/review/verdict-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { Section } from '#components/ui/section.tsx';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';
import type { useReviewActs } from './use-review-acts.ts';

type Page = Outputs['reviews']['page'];
type Acts = ReturnType<typeof useReviewActs>;

/** What can be decided, what waits for approval, and how it was decided. */
export function Verdict({ page, acts }: { page: Page; acts: Acts }) {
  const trpc = useTRPC();
  const { review, situation, proposals, me } = page;
  const story = useQuery(trpc.reviews.story.queryOptions({ review: review.number }, { staleTime: 60_000 }));
  if (review.closedAt !== null) return <Decided page={page} acts={acts} />;
  return (
    <Section title="Verdict">
      {proposals.map((proposal) => (
        <ProposalCard
          key={proposal.id}
          proposal={proposal}
          needed={review.approvals}
          me={me}
          onApprove={acts.approve}
          onWithdraw={acts.withdraw}
        />
      ))}
      {situation === null ? (
        <Notice tone="attention">
          {review.runStatus === 'paused'
            ? 'The run is paused: resume it to decide.'
            : 'The version of the machine that this run was made with is not installed here, so nothing can be decided.'}
        </Notice>
      ) : (
        <VerdictForm
          situation={situation}
          approvals={review.approvals}
          blocking={story.data?.blocking.total ?? 0}
          onDecide={acts.decide}
        />
      )}
    </Section>
  );
}

function Decided({ page: { entries, carried }, acts }: { page: Page; acts: Acts }) {
  const closing = entries.findLast(({ kind }) => kind === 'closed');
  return (
    <Section title="Verdict">
      {closing && (
        <p className="text-sm">
          <SafeText text={closing.by} limit={40} />:{' '}
          {String(closing.data.event).replace(/^(review|engine|control)\./, '')} →{' '}
          <span className="tabular">{String(closing.data.to)}</span>
          {closing.text !== '' && (
            <>
              {' – '}
              <SafeText text={closing.text} />
            </>
          )}
        </p>
      )}
      {carried && (
        <Notice
          tone={carried.endedAt === null ? 'attention' : 'idle'}
          action={carried.endedAt === null && <Button onClick={() => void acts.endCarried()}>End it</Button>}
        >
          {carried.endedAt === null
            ? 'Holds for later runs stuck on the same tests'
            : `Held for later runs until ${carried.endedBy} ended it`}
          : <SafeText text={carried.tests.join(', ')} limit={160} />
          {carried.usedFor.length > 0 && `; carried to ${carried.usedFor.map((run) => `#${run}`).join(', ')}`}
        </Notice>
      )}
    </Section>
  );
}
