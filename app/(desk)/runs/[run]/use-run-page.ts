'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { startingWith } from '../../../_lib/starting-with.ts';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';
import { type LivePage, useLivePage } from './use-live-page.ts';

type Page = Outputs['runs']['page'];

export interface ShownPage extends LivePage {
  /** The past page is on its way. */
  readonly pending: boolean;
  /** Why the past cannot be shown. */
  readonly failure: string | null;
}

/** The page as it is, or as it stood after transition `at`. The present is followed in both cases. */
export function useRunPage(run: string, first: { now: Page; past: Page | undefined }, at: number | null): ShownPage {
  const trpc = useTRPC();
  const live = useLivePage(run, first.now);
  const past = useQuery(
    trpc.runs.page.queryOptions(
      { run, ...(at !== null && { at }) },
      {
        enabled: at !== null,
        placeholderData: keepPreviousData,
        // What was is not read again: only how many transitions there are by now changes, and the live page knows that.
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        ...(first.past?.moment?.seq === at && startingWith(first.past)),
      },
    ),
  );
  if (at === null) return { ...live, pending: false, failure: null };
  return {
    ...live,
    page: past.data ?? live.page,
    pending: past.isPlaceholderData,
    failure: past.error?.message ?? null,
  };
}
