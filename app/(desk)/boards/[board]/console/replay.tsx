'use client';

import dynamic from 'next/dynamic';
import { useEffect, useState } from 'react';
import { createFeed, fromBase64 } from '#components/console/feed.ts';
import { Notice } from '#components/ui/notice.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useTRPCClient } from '../../../../_lib/trpc.ts';

const Terminal = dynamic(() => import('#components/console/terminal.tsx').then(({ Terminal: shown }) => shown), {
  ssr: false,
  loading: () => <Skeleton className="h-[28rem]" />,
});

type Speed = 'at once' | 'as it was';
const speeds = ['at once', 'as it was'] as const;

/** Silence of a recording is not sat out for longer than this, milliseconds. */
const longestSilence = 1_000;

type Props = { board: { readonly id: string; readonly name: string }; session: string };

/** A talk that is over, shown again: all of it, or word by word as it was said. */
export function Replay({ board, session }: Props) {
  const [speed, setSpeed] = useState<Speed>('at once');
  return (
    <div className="flex flex-col gap-2 pt-3">
      <Segmented
        label="Replay"
        value={speed}
        onChange={setSpeed}
        options={speeds.map((value) => ({ value, label: value === 'at once' ? 'All at once' : 'As it was said' }))}
      />
      <Played key={speed} board={board} session={session} isPaced={speed === 'as it was'} />
    </div>
  );
}

function Played({ board, session, isPaced }: Props & { isPaced: boolean }) {
  const client = useTRPCClient();
  const [feed] = useState(createFeed);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    play().catch((cause: unknown) => gone.signal.aborted || setError(String(cause)));
    return () => gone.abort();

    async function play(): Promise<void> {
      let after = 0;
      let last: number | null = null;
      for (;;) {
        const { words, isLast } = await client.consoles.replay.query(
          { board: board.id, session, after },
          { signal: gone.signal },
        );
        for (const { id, at, way, bytes } of words) {
          if (isPaced && last !== null) await pause(Math.min(at - last, longestSilence));
          if (gone.signal.aborted) return;
          if (way === 'out') feed.push(fromBase64(bytes));
          last = at;
          after = id;
        }
        if (isLast) return;
      }
    }
  }, [board.id, client, feed, isPaced, session]);
  return (
    <>
      {error !== null && <Notice tone="bad">{error}</Notice>}
      <Terminal feed={feed} label={`What ${board.name} said`} />
    </>
  );
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
