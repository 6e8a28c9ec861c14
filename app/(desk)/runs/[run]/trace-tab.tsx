'use client';

import { TraceTable } from '#components/run/trace-table.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { Outputs } from '../../../_lib/trpc.ts';
import { useTrace } from './use-trace.ts';

type Props = { page: Outputs['runs']['page']; state: string | null; onState: (state: string | null) => void };

/** Why did it go there? */
export function TraceTab({ page: { detail }, state, onState }: Props) {
  const { rows, error, loadOlder, retry } = useTrace(detail.id, detail.seq);
  if (rows === undefined) {
    return error === undefined ? <Skeleton className="h-96" /> : <ErrorState what={error} onRetry={retry} />;
  }
  return (
    <TraceTable
      rows={rows}
      state={state}
      onState={onState}
      hrefOf={(seq) => `/runs/${detail.number}?tab=trace#${seq}`}
      onOlder={loadOlder}
    />
  );
}
