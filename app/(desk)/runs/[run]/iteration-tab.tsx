'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IterationPanel } from '#components/run/iteration-panel.tsx';
import { missingParts } from '#components/run/missing-parts.ts';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';
import { useReread } from '../../../_lib/use-reread.ts';
import { pastOf } from './past-of.ts';
import { SearchPart } from './search-part.tsx';

/** What was tried in this iteration, what came of it, and what was decided? */
export function IterationTab({ page, iteration }: { page: Outputs['runs']['page']; iteration: number }) {
  const trpc = useTRPC();
  const which = trpc.runs.iteration.queryOptions({ runId: page.detail.id, iteration, ...pastOf(page) });
  const view = useQuery({ ...which, placeholderData: keepPreviousData });
  const mark = page.marks.find(({ number }) => number === iteration);
  const goesOn = iteration === page.detail.iteration;
  useReread(which.queryKey, `${JSON.stringify(mark)} ${goesOn && page.moment === null ? page.detail.state : ''}`);
  if (view.error) return <ErrorState what={view.error.message} onRetry={() => void view.refetch()} />;
  if (mark === undefined || view.data === undefined) return <Skeleton className="h-96" />;
  return (
    <IterationPanel
      iteration={{ mark, missing: missingParts(mark, page.marks), ...view.data }}
      search={<SearchPart page={page} iteration={iteration} />}
      testHref={(id) =>
        `?tab=iteration&iteration=${iteration}&test=${id}${page.moment === null ? '' : `&at=${page.moment.seq}`}`
      }
    />
  );
}
