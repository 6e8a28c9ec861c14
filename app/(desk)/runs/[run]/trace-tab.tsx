'use client';

import { useQuery } from '@tanstack/react-query';
import { TraceTable } from '#components/run/trace-table.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';

type Props = { page: Outputs['runs']['page']; state: string | null; onState: (state: string | null) => void };

/** Why did it go there? */
export function TraceTab({ page, state, onState }: Props) {
  const trpc = useTRPC();
  const trace = useQuery(trpc.runs.trace.queryOptions({ runId: page.detail.id, limit: 2_000 }));
  if (trace.error) return <ErrorState what={trace.error.message} onRetry={() => void trace.refetch()} />;
  if (trace.data === undefined) return <Skeleton className="h-96" />;
  return (
    <TraceTable
      rows={trace.data}
      state={state}
      onState={onState}
      hrefOf={(seq) => `/runs/${page.detail.number}?tab=trace#${seq}`}
    />
  );
}
