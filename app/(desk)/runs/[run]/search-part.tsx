'use client';

import { useQuery } from '@tanstack/react-query';
import { SearchReport } from '#components/run/search-report.tsx';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';
import { useReread } from '../../../_lib/use-reread.ts';
import { pastOf } from './past-of.ts';

/** A search files how far it is every two seconds. */
const lookAgainMs = 2_000;

/** What is the search of this iteration doing, and what did it find? */
export function SearchPart({ page, iteration }: { page: Outputs['runs']['page']; iteration: number }) {
  const trpc = useTRPC();
  const which = trpc.runs.search.queryOptions({ runId: page.detail.id, iteration, ...pastOf(page) });
  const isNow = page.moment === null && iteration === page.detail.iteration;
  const { data } = useQuery({
    ...which,
    refetchInterval: ({ state }) => (isNow && state.data?.progress?.isOver === false ? lookAgainMs : false),
  });
  useReread(which.queryKey, isNow ? stageOf(page.detail.state) : '');
  return data === undefined ? null : <SearchReport {...data} />;
}

/** A search files lines while the cause is looked for, and candidates while a patch is; nothing before or after. */
function stageOf(state: string): string {
  const [top = ''] = state.split('.');
  return top === 'CODE_ANALYSIS' || top === 'PATCH_GENERATION' ? top : '';
}
