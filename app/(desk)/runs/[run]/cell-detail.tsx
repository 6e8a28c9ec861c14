'use client';

import { useQuery } from '@tanstack/react-query';
import { TestCell } from '#components/run/test-cell.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';

type Props = { page: Outputs['runs']['page']; test: string; iteration: number };

/** What is known of one test in one iteration; nothing when it was not measured there. */
export function CellDetail({ page: { detail }, test, iteration }: Props) {
  const trpc = useTRPC();
  const view = useQuery(trpc.runs.iteration.queryOptions({ runId: detail.id, iteration }));
  if (view.isPending) return <Skeleton className="h-20" />;
  const row = view.data?.results?.rows.find(({ id }) => id === test);
  if (row === undefined) return <p className="text-ink-muted text-sm">Not measured in iteration {iteration}.</p>;
  return (
    <TestCell
      name={row.name}
      iteration={iteration}
      status={row.status}
      message={row.message}
      links={[
        { label: 'patch and build of this iteration', href: `?tab=iteration&iteration=${iteration}&test=${test}` },
      ]}
    />
  );
}
