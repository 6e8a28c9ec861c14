'use client';

import { useQuery } from '@tanstack/react-query';
import { TestsOfBoard } from '#components/board/tests-of-board.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Section } from '#components/ui/section.tsx';
import { startingWith } from '../../../_lib/starting-with.ts';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';

type Props = {
  board: string;
  /** What came with the page; null for those who may not read results. */
  first: Outputs['results']['failsOnlyOn'] | null | undefined;
};

/** Which tests fail on this board and not elsewhere? Nothing for those who may not read results. */
export function TestsHere({ board, first }: Props) {
  const trpc = useTRPC();
  const which = trpc.results.failsOnlyOn.queryOptions({ board }, { enabled: first !== null });
  const tests = useQuery({ ...which, ...startingWith(first) });
  if (first === null) return null;
  return (
    <Section title="Tests that fail only here">
      {tests.error && <ErrorState what={tests.error.message} onRetry={() => void tests.refetch()} />}
      {tests.data && <TestsOfBoard tests={tests.data.tests} statistic={tests.data.statistic} />}
    </Section>
  );
}
