'use client';

import { CommentForm } from '#components/review/comment-form.tsx';
import { Discussion } from '#components/review/discussion.tsx';
import { ReviewPeople } from '#components/review/review-people.tsx';
import { ReviewTerms } from '#components/review/review-terms.tsx';
import { HelpLink } from '#components/ui/help-link.tsx';
import { Link } from '#components/ui/link.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { Section } from '#components/ui/section.tsx';
import { StaleBanner } from '#components/ui/stale-banner.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import type { Outputs } from '../../../_lib/trpc.ts';
import { Desk } from '../../../_parts/desk.tsx';
import { Story } from './story.tsx';
import { useReview } from './use-review.ts';
import { useReviewActs } from './use-review-acts.ts';
import { Verdict } from './verdict.tsx';

type Page = Outputs['reviews']['page'];

export function ReviewView({ number, first }: { number: number; first: Page }) {
  const { page, reread, behindSince } = useReview(number, first);
  const { review, me, people, entries } = page;
  const acts = useReviewActs(number, page.seq, reread);
  const open = review.closedAt === null;
  return (
    <Desk current="reviews" crumbs={[{ label: 'Reviews', href: '/reviews' }, { label: `Review ${number}` }]}>
      <div className="flex flex-col gap-4">
        {behindSince !== null && <StaleBanner asOf={behindSince} />}
        <PageHeader title={`Review ${number}`} actions={<HelpLink page="reviews" />}>
          <span className="flex flex-wrap items-baseline gap-x-3">
            <Link href={`/runs/${review.runNumber}`}>
              <SafeText text={review.project} limit={40} /> #{review.runNumber}
            </Link>
            <SafeText text={review.goal} limit={160} />
          </span>
        </PageHeader>
        <div className="flex flex-col gap-2">
          <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-base">
            {open ? (
              <ToneMark tone="attention">waits for a decision</ToneMark>
            ) : (
              <ToneMark tone="good">decided</ToneMark>
            )}
            <span className="text-ink-muted text-sm">
              opened <RelativeTime at={review.openedAt} />
            </span>
            <SafeText text={review.why} />
          </p>
          <Waiting page={page} />
          <ReviewPeople
            assignees={review.assignees}
            people={people}
            me={me}
            open={open}
            onAssign={acts.assign}
            onUnassign={acts.unassign}
            onHandOver={acts.handOver}
          />
          <ReviewTerms
            dueAt={review.dueAt}
            approvals={review.approvals}
            open={open}
            onDue={acts.setDue}
            onApprovals={acts.setApprovals}
          />
        </div>
        <div className="grid min-w-0 gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="flex min-w-0 flex-col gap-6 lg:order-last">
            <Verdict page={page} acts={acts} />
            <Section title="Discussion">
              <Discussion entries={entries} />
              <CommentForm onComment={acts.comment} />
            </Section>
          </div>
          <Story review={review} />
        </div>
      </div>
    </Desk>
  );
}

/** What happens when nobody answers, and when people are asked again. */
function Waiting({ page: { waiting, review } }: { page: Page }) {
  if (waiting === null || review.closedAt !== null) return null;
  return (
    <p className="text-ink-muted text-sm">
      {waiting.default === null ? (
        'It waits as long as it takes.'
      ) : (
        <>
          Unanswered, the run goes to <span className="tabular text-ink">{waiting.default.to}</span>{' '}
          <RelativeTime at={waiting.default.dueAt} />.
        </>
      )}
      {waiting.remindAt !== null && (
        <>
          {' '}
          {review.assignees.length === 0 ? 'Everybody is' : 'Those who have it are'} reminded{' '}
          <RelativeTime at={waiting.remindAt} />.
        </>
      )}
    </p>
  );
}
