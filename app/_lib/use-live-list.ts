'use client';

import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useSubscription } from '@trpc/tanstack-react-query';
import { useState } from 'react';
import { useTRPC } from './trpc.ts';
import { usePaced } from './use-paced.ts';
import { type Staleness, useStaleness } from './use-staleness.ts';
import { useVisible } from './use-visible.ts';

/** Keeps what a page shows of many runs true: the queries with these keys are read again when any run has moved. */
export function useLiveList(keys: readonly QueryKey[]): Staleness {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [databaseLost, setDatabaseLost] = useState(false);
  const reread = () =>
    Promise.all(keys.map((queryKey) => queries.refetchQueries({ queryKey, type: 'active' }, { throwOnError: true })));
  const rereadSoon = usePaced(reread);
  const stream = useSubscription(
    trpc.runs.watchAll.subscriptionOptions(undefined, {
      enabled: useVisible(),
      onData: ({ kind }) => {
        setDatabaseLost(kind === 'lost');
        rereadSoon();
      },
    }),
  );
  return useStaleness(stream, databaseLost, reread);
}
