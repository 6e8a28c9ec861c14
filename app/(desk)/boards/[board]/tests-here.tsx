'use client';

import { useQuery } from '@tanstack/react-query';
import { TestsOfBoard } from '#components/board/tests-of-board.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Section } from '#components/ui/section.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useTRPC } from '../../../_lib/trpc.ts';

/** Which tests fail on this board and not elsewhere? Nothing for those who may not read results. */
export function TestsHere({ board }: { board: string }) {
  const trpc = useTRPC();
  const tests = useQuery(trpc.results.failsOnlyOn.queryOptions({ board }));
  if (tests.error?.data?.code === 'FORBIDDEN') return null;
  return (
    <Section title="Tests that fail only here">
      {tests.error && <ErrorState what={tests.error.message} onRetry={() => void tests.refetch()} />}
      {tests.isPending && <Skeleton className="h-16" />}
      {tests.data && <TestsOfBoard tests={tests.data.tests} statistic={tests.data.statistic} />}
    </Section>
  );
}
