'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { TestCell } from '#components/run/test-cell.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useTRPC } from '../../../_lib/trpc.ts';

type Props = {
  runId: string;
  /** The transition that the run is looked at after. */
  at: number | null;
  test: string;
  iteration: number;
};

/** What is known of one test in one iteration of the run, and in other runs. */
export function CellDetail({ runId, at, test, iteration }: Props) {
  const trpc = useTRPC();
  const known = useQuery(
    trpc.runs.test.queryOptions(
      { runId, testId: test, iteration, ...(at !== null && { at }) },
      { placeholderData: keepPreviousData, retry: false },
    ),
  );
  if (known.error) return <ErrorState what={known.error.message} onRetry={() => void known.refetch()} />;
  if (known.data === undefined) return <Skeleton className="h-20" />;
  const past = at === null ? '' : `&at=${at}`;
  return (
    <TestCell
      test={known.data}
      iteration={iteration}
      hrefOf={(one) => `?tab=iteration&iteration=${one}&test=${test}${past}`}
      links={[
        {
          label: 'patch and build of this iteration',
          href: `?tab=iteration&iteration=${iteration}&test=${test}${past}`,
        },
        { label: 'its history in builds and runs', href: `/tests/${test}` },
      ]}
    />
  );
}
