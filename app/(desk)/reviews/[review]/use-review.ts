'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSubscription } from '@trpc/tanstack-react-query';
import { useState } from 'react';
import { startingWith } from '../../../_lib/starting-with.ts';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';
import { usePaced } from '../../../_lib/use-paced.ts';
import { type Staleness, useStaleness } from '../../../_lib/use-staleness.ts';

type Page = Outputs['reviews']['page'];

/** The review's data, read again whenever its run moves or somebody does something in it. */
export function useReview(
  number: number,
  first: Page,
): Staleness & { readonly page: Page; readonly reread: () => Promise<unknown> } {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [databaseLost, setDatabaseLost] = useState(false);
  const query = useQuery(trpc.reviews.page.queryOptions({ review: number }, startingWith(first)));
  const reread = () =>
    queries.refetchQueries({ queryKey: trpc.reviews.page.queryKey({ review: number }) }, { throwOnError: true });
  const rereadSoon = usePaced(reread);
  const stream = useSubscription(
    trpc.runs.watch.subscriptionOptions(
      { runId: query.data.review.runId },
      {
        onData: ({ data: { kind } }) => {
          if (kind === 'log') return;
          setDatabaseLost(kind === 'lost');
          rereadSoon();
        },
      },
    ),
  );
  return { page: query.data, reread, ...useStaleness(stream, databaseLost, reread) };
}
