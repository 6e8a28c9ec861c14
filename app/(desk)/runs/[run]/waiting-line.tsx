'use client';

import { useQuery } from '@tanstack/react-query';
import { Elapsed } from '#components/ui/elapsed.tsx';
import { Link } from '#components/ui/link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { useNow } from '#components/ui/use-now.ts';
import { startingWith } from '../../../_lib/starting-with.ts';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';
import { useReread } from '../../../_lib/use-reread.ts';

type Props = {
  detail: Outputs['runs']['page']['detail'];
  /** What came with the page. */
  first: Outputs['reviews']['waiting'] | undefined;
};

/** For what a run waits, how long already, when people are asked again, and what happens if nobody does anything. */
export function WaitingLine({ detail, first }: Props) {
  const trpc = useTRPC();
  const which = trpc.reviews.waiting.queryOptions({ runId: detail.id });
  const waiting = useQuery({ ...which, ...startingWith(first) });
  useReread(which.queryKey, detail.seq);
  const now = useNow('calm');
  if (!waiting.data) return null;
  const { what, since, remindAt, default: ending, review } = waiting.data;
  return (
    <Notice tone="attention">
      Waits for {review === null ? what : <Link href={`/reviews/${review.number}`}>review {review.number}</Link>},{' '}
      <Elapsed since={since} /> so far
      {review !== null &&
        ` (${review.assignees.length === 0 ? 'nobody has it' : `with ${review.assignees.join(', ')}`})`}
      {review !== null && review.approvals > 1 && `, ${review.approved} of ${review.approvals} approvals`}
      {remindAt !== null && (
        <>
          ; people {remindAt > now ? 'are' : 'were'} reminded <RelativeTime at={remindAt} />
        </>
      )}
      {ending !== null && (
        <>
          ; unanswered it goes to <span className="tabular">{ending.to}</span> <RelativeTime at={ending.dueAt} />
        </>
      )}
      .
    </Notice>
  );
}
