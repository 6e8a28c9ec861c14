'use client';

import { useQuery } from '@tanstack/react-query';
import { ArtifactsList } from '#components/run/artifacts-list.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';
import { useReread } from '../../../_lib/use-reread.ts';
import { pastOf } from './past-of.ts';

/** What did it leave behind? */
export function ArtifactsTab({ page }: { page: Outputs['runs']['page'] }) {
  const trpc = useTRPC();
  const which = trpc.runs.artifacts.queryOptions({ runId: page.detail.id, ...pastOf(page) });
  const artifacts = useQuery(which);
  useReread(which.queryKey, page.detail.seq);
  if (artifacts.error) return <ErrorState what={artifacts.error.message} onRetry={() => void artifacts.refetch()} />;
  if (artifacts.data === undefined) return <Skeleton className="h-96" />;
  return <ArtifactsList artifacts={artifacts.data} />;
}
