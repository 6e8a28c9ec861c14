'use client';

import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTRPC } from '../../../_lib/trpc.ts';
import { useReread } from '../../../_lib/use-reread.ts';

/** Most iterations have searched nothing. */
const SearchReport = lazy(() =>
  import('#components/run/search-report.tsx').then((module) => ({ default: module.SearchReport })),
);

/** A search files how far it is every two seconds. */
const lookAgainMs = 2_000;

type Props = {
  runId: string;
  iteration: number;
  /** The transition that the run is looked at after. */
  at: number | null;
  /** Another one means that the search may have filed something; null where nothing is searched any more. */
  stage: string | null;
};

/** What is the search of this iteration doing, and what did it find? Nothing where nothing was searched. */
export function SearchPart({ runId, iteration, at, stage }: Props) {
  const trpc = useTRPC();
  const which = trpc.runs.search.queryOptions({ runId, iteration, ...(at !== null && { at }) });
  const { data } = useQuery({
    ...which,
    refetchInterval: ({ state }) => (stage !== null && state.data?.progress?.isOver === false ? lookAgainMs : false),
  });
  useReread(which.queryKey, stage ?? '');
  if (data === undefined || (data.progress === null && data.suspicious === null)) return null;
  return (
    <Suspense>
      <SearchReport {...data} />
    </Suspense>
  );
}
