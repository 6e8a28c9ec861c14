'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSubscription } from '@trpc/tanstack-react-query';
import { useRef, useState } from 'react';
import { moveClockOn } from '#components/ui/use-now.ts';
import { withChange } from '#lib/changes/with-change.ts';
import { startingWith } from '../../../_lib/starting-with.ts';
import { type Outputs, useTRPC, useTRPCClient } from '../../../_lib/trpc.ts';
import { type Staleness, useStaleness } from '../../../_lib/use-staleness.ts';
import { useVisible } from '../../../_lib/use-visible.ts';

type Page = Outputs['runs']['page'];

export interface LivePage extends Staleness {
  readonly page: Page;
  /** Fires `grown` when something was written to a log of the run. */
  readonly logs: EventTarget;
}

/** The page's data, which changes whenever the run moves. What a tab shows follows from it: a tab reads again when the page says so. */
export function useLivePage(run: string, first: Page): LivePage {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const [databaseLost, setDatabaseLost] = useState(false);
  const [logs] = useState(() => new EventTarget());
  const queryKey = trpc.runs.page.queryKey({ run });
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const read = await client.runs.page.query({ run }, { signal });
      // What is known is looked up only now: the stream may have told more while this was asked.
      return laterOf(queries.getQueryData<Page>(queryKey), read);
    },
    ...startingWith(first),
  });
  const told = useRef<Page>(undefined);
  const show = (page: Page): void => {
    told.current = page;
    queries.setQueryData<Page>(queryKey, (known) => laterOf(known, page));
    moveClockOn();
  };
  const rereadAll = async (): Promise<void> => {
    await queries.refetchQueries({ queryKey: [['runs']], type: 'active' }, { throwOnError: true });
    logs.dispatchEvent(new Event('grown'));
  };
  const stream = useSubscription(
    trpc.runs.follow.subscriptionOptions(
      { runId: query.data.detail.id },
      {
        enabled: useVisible(),
        onData: (message) => {
          if (message.kind === 'log') return void logs.dispatchEvent(new Event('grown'));
          setDatabaseLost(message.kind === 'lost');
          if (message.kind === 'page') show(message.page);
          if (message.kind === 'change' && told.current !== undefined && message.change !== null)
            show(withChange(told.current, message.change));
        },
      },
    ),
  );
  return { page: query.data, logs, ...useStaleness(stream, databaseLost, rereadAll) };
}

/** An answer that was overtaken by the stream says less than what is known: of fewer steps, or nothing of the report, which comes without one. */
function laterOf(known: Page | undefined, read: Page): Page {
  if (known === undefined || known.detail.seq < read.detail.seq) return read;
  const saysMore = known.detail.seq > read.detail.seq || (known.report !== null && read.report === null);
  return saysMore ? known : read;
}
