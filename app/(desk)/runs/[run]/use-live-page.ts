'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSubscription } from '@trpc/tanstack-react-query';
import { useState } from 'react';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';
import { usePaced } from '../../../_lib/use-paced.ts';
import { type Staleness, useStaleness } from '../../../_lib/use-staleness.ts';
import { useVisible } from '../../../_lib/use-visible.ts';

type Page = Outputs['runs']['page'];

export interface LivePage extends Staleness {
  readonly page: Page;
  /** Fires `grown` when something was written to a log of the run. */
  readonly logs: EventTarget;
}

/** The page's data, read again whenever the run moves. What a tab shows follows from it: a tab reads again when the page says so. */
export function useLivePage(run: string, first: Page): LivePage {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [databaseLost, setDatabaseLost] = useState(false);
  const [logs] = useState(() => new EventTarget());
  const query = useQuery(trpc.runs.page.queryOptions({ run }, { initialData: first }));
  const reread = () => queries.refetchQueries({ queryKey: trpc.runs.page.queryKey({ run }) }, { throwOnError: true });
  const rereadAll = async (): Promise<void> => {
    await queries.refetchQueries({ queryKey: [['runs']], type: 'active' }, { throwOnError: true });
    logs.dispatchEvent(new Event('grown'));
  };
  const rereadSoon = usePaced(reread);
  const stream = useSubscription(
    trpc.runs.watch.subscriptionOptions(
      { runId: query.data.detail.id },
      {
        enabled: useVisible(),
        onData: ({ data: { kind } }) => {
          if (kind === 'log') return void logs.dispatchEvent(new Event('grown'));
          setDatabaseLost(kind === 'lost');
          rereadSoon();
        },
      },
    ),
  );
  return { page: query.data, logs, ...useStaleness(stream, databaseLost, rereadAll) };
}
