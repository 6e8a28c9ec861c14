'use client';

import { lazy } from 'react';
import type { ReviewCardProps } from '#components/review/review-card.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { Outputs } from '../../../_lib/trpc.ts';
import { PlacedPart } from '../../../_parts/placed-part.tsx';

const FinalReport = lazy(() =>
  import('#components/run/final-report.tsx').then((module) => ({ default: module.FinalReport })),
);
const ReviewCard = lazy(() =>
  import('#components/review/review-card.tsx').then((module) => ({ default: module.ReviewCard })),
);

type Page = Outputs['runs']['page'];

/** How the run ended, or the review that it waits for; of a past moment only why it waited. */
export function Outcome({ page, onDecide }: { page: Page; onDecide: ReviewCardProps['onDecide'] }) {
  if (page.report) {
    return (
      <PlacedPart fallback={<Skeleton className="h-24" />}>
        <FinalReport report={page.report} />
      </PlacedPart>
    );
  }
  if (!page.review) return null;
  if (page.moment !== null) return <Notice tone="attention">It waited for a review: {page.review.why}</Notice>;
  return (
    <PlacedPart fallback={<Skeleton className="h-80" />}>
      <ReviewCard review={page.review} onDecide={onDecide} />
    </PlacedPart>
  );
}
