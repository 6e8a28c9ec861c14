'use client';

import { useQuery } from '@tanstack/react-query';
import { SearchReport } from '#components/run/search-report.tsx';
import { useTRPC } from '../../../_lib/trpc.ts';
import { useReread } from '../../../_lib/use-reread.ts';

/** A search files how far it is every two seconds. */
const lookAgainMs = 2_000;

type Props = {
  runId: string;
  iteration: number;
  /** The transition that the run is looked at after. */
  at: number | undefined;
  /** Another one means that the search may have filed something; null where nothing is searched any more. */
  stage: string | null;
};

/** What is the search of this iteration doing, and what did it find? */
export function SearchPart({ runId, iteration, at, stage }: Props) {
  const trpc = useTRPC();
  const which = trpc.runs.search.queryOptions({ runId, iteration, ...(at !== undefined && { at }) });
  const { data } = useQuery({
    ...which,
    refetchInterval: ({ state }) => (stage !== null && state.data?.progress?.isOver === false ? lookAgainMs : false),
  });
  useReread(which.queryKey, stage ?? '');
  return data === undefined ? null : <SearchReport {...data} />;
}
