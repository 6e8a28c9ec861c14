'use client';

import { useQuery } from '@tanstack/react-query';
import { Conversations } from '#components/session/conversations.tsx';
import { MessageBox } from '#components/session/message-box.tsx';
import { RefiningCard } from '#components/session/refining-card.tsx';
import { StandingStrip } from '#components/session/standing-strip.tsx';
import { VerdictCard } from '#components/session/verdict-card.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { startingWith } from '../../../_lib/starting-with.ts';
import { useTRPC } from '../../../_lib/trpc.ts';
import { useReread } from '../../../_lib/use-reread.ts';
import type { PanelProps } from './machine-panel.tsx';
import { pastOf } from './past-of.ts';

/** While the run works, lines come without its moving. */
const rereadMs = 2_000;

/** How far is the session, what is said in it and about it, and what can be said to it? */
export function SessionPanel({ page, onSay, first }: PanelProps) {
  const trpc = useTRPC();
  const isLive = page.moment === null && page.detail.endedAt === undefined;
  const which = trpc.sessions.view.queryOptions(
    { runId: page.detail.id, ...pastOf(page) },
    { refetchInterval: isLive ? rereadMs : false },
  );
  const view = useQuery({ ...which, ...startingWith(first?.sessions) });
  useReread(which.queryKey, page.detail.seq);
  if (view.error) return <ErrorState what={view.error.message} onRetry={() => void view.refetch()} />;
  if (view.data === undefined) return <Skeleton className="h-96" />;
  const { asking, instruction, session, brain, isCut, takesMessages, deployment, ...standing } = view.data;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <StandingStrip {...standing} />
      {isLive && asking !== null && <VerdictCard key={asking.about} asking={asking} onSay={onSay} />}
      {isLive && instruction !== null && (
        <RefiningCard key={instruction.shown} instruction={instruction} onSay={onSay} />
      )}
      <Conversations session={session} brain={brain} isCut={isCut} />
      {isLive && takesMessages && <MessageBox deployment={deployment} onSay={onSay} />}
    </div>
  );
}
