'use client';

import { useSubscription } from '@trpc/tanstack-react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { createFeed, fromBase64 } from '#components/console/feed.ts';
import { Notice } from '#components/ui/notice.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useTRPC } from '../../../../_lib/trpc.ts';
import { useTyping } from './use-typing.ts';

const Terminal = dynamic(() => import('#components/console/terminal.tsx').then(({ Terminal: shown }) => shown), {
  ssr: false,
  loading: () => <Skeleton className="h-[28rem]" />,
});

type Props = {
  board: { readonly id: string; readonly name: string };
  session: string;
  mine: boolean;
  onClosed: () => void;
};

/** The console as it is now: everything that was said in this session, and what is being said. */
export function LiveConsole({ board, session, mine, onClosed }: Props) {
  const trpc = useTRPC();
  const [feed] = useState(createFeed);
  const [isOpen, setOpen] = useState(false);
  const [closed, setClosed] = useState<string | null>(null);
  const typing = useTyping(board.id, session);
  const stream = useSubscription(
    trpc.consoles.watch.subscriptionOptions(
      { board: board.id, session },
      {
        enabled: closed === null,
        onData(told) {
          const event = 'data' in told ? told.data : told;
          if (event.kind === 'word' && event.way === 'out') feed.push(fromBase64(event.bytes));
          if (event.kind === 'open') setOpen(event.openedAt !== null);
          if (event.kind === 'closed') {
            setClosed(event.because);
            onClosed();
          }
        },
      },
    ),
  );
  const writes = mine && isOpen && closed === null;
  return (
    <div className="flex flex-col gap-2">
      {closed !== null && <Notice tone="attention">The console is closed: {closed}.</Notice>}
      {closed === null && !isOpen && <Notice tone="busy">A runner near the board opens its console…</Notice>}
      {stream.status === 'error' && <Notice tone="bad">{stream.error.message}</Notice>}
      {typing.error !== null && <Notice tone="bad">{typing.error}</Notice>}
      <Terminal feed={feed} label={`Console of ${board.name}`} onType={writes ? typing.type : undefined} />
    </div>
  );
}
