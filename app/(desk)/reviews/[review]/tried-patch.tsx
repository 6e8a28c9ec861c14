'use client';

import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Link } from '#components/ui/link.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useTRPC } from '../../../_lib/trpc.ts';

const DiffView = lazy(() => import('#components/diff/diff-view.tsx').then((module) => ({ default: module.DiffView })));

/** The patch of one iteration, with what the policy found in it. */
export function TriedPatch({ runId, iteration }: { runId: string; iteration: number }) {
  const trpc = useTRPC();
  const view = useQuery(trpc.runs.iteration.queryOptions({ runId, iteration }));
  if (view.error) return <ErrorState what={view.error.message} onRetry={() => void view.refetch()} />;
  if (view.data === undefined) return <Skeleton className="h-24" />;
  const { patch } = view.data;
  if (patch === null) return <p className="text-ink-muted text-sm">There is no patch.</p>;
  if (patch.text === '') return <Link href={patch.href}>The patch is long: download it</Link>;
  return (
    <Suspense fallback={<Skeleton className="h-24" />}>
      <DiffView text={patch.text} findings={patch.findings} initialLayout="unified" />
    </Suspense>
  );
}
