'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useSubscription } from '@trpc/tanstack-react-query';
import { useState } from 'react';
import { useTRPC } from './trpc.ts';
import { usePaced } from './use-paced.ts';
import { type Staleness, useStaleness } from './use-staleness.ts';

/** Keeps the lists of runs on a page true. */
export function useLiveList(): Staleness {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [databaseLost, setDatabaseLost] = useState(false);
  const reread = () =>
    queries.refetchQueries({ queryKey: trpc.runs.list.queryKey(), type: 'active' }, { throwOnError: true });
  const rereadSoon = usePaced(reread);
  const stream = useSubscription(
    trpc.runs.watchAll.subscriptionOptions(undefined, {
      onData: ({ kind }) => {
        setDatabaseLost(kind === 'lost');
        rereadSoon();
      },
    }),
  );
  return useStaleness(stream, databaseLost, reread);
}
