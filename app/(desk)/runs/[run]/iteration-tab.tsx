'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IterationPanel } from '#components/run/iteration-panel.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';

/** What was tried in this iteration, what came of it, and what was decided? */
export function IterationTab({ page, iteration }: { page: Outputs['runs']['page']; iteration: number }) {
  const trpc = useTRPC();
  const view = useQuery(
    trpc.runs.iteration.queryOptions({ runId: page.detail.id, iteration }, { placeholderData: keepPreviousData }),
  );
  const mark = page.marks.find(({ number }) => number === iteration);
  if (view.error) return <ErrorState what={view.error.message} onRetry={() => void view.refetch()} />;
  if (mark === undefined || view.data === undefined) return <Skeleton className="h-96" />;
  return (
    <IterationPanel
      iteration={{ mark, ...view.data }}
      testHref={(id) => `?tab=iteration&iteration=${iteration}&test=${id}`}
    />
  );
}
