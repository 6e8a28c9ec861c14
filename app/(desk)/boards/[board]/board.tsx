'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useState } from 'react';
import { BoardFacts } from '#components/board/board-facts.tsx';
import type { ReserveDraft } from '#components/board/types.ts';
import { Button } from '#components/ui/button.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { HelpLink } from '#components/ui/help-link.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Section } from '#components/ui/section.tsx';
import { isFreeNow } from '#lib/boards/availability.ts';
import { startingWith } from '../../../_lib/starting-with.ts';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';
import { Desk } from '../../../_parts/desk.tsx';
import { useReservations } from '../use-reservations.ts';
import { BoardActions } from './board-actions.tsx';
import { BoardHealth } from './board-health.tsx';
import { CheckPlan } from './check-plan.tsx';
import { History } from './history.tsx';
import { TestsHere } from './tests-here.tsx';
import { WhoHasIt } from './who-has-it.tsx';

const Reserve = dynamic(() => import('../reserve.tsx').then(({ Reserve: loaded }) => loaded));

/** What others do is seen so much later, milliseconds. */
const lookEveryMs = 3_000;

type Props = {
  first: Outputs['boards']['page'];
  checkPlan: Outputs['boards']['checkPlan'] | undefined;
  health: Outputs['consoles']['health'] | undefined;
  /** Null for those who may not read results. */
  tests: Outputs['results']['failsOnlyOn'] | null | undefined;
};

/** A board with everything that is known of it, and what its reader may do. */
export function BoardPage({ first, checkPlan, health, tests }: Props) {
  const trpc = useTRPC();
  const asked = { board: first.board.id };
  const page = useQuery(trpc.boards.page.queryOptions(asked, { ...startingWith(first), refetchInterval: lookEveryMs }));
  const [draft, setDraft] = useState<ReserveDraft | null>(null);
  const act = useReservations();
  const { board, events, reservation, mayReserve, mayManage, mayPrecede, me } = page.data;
  const isMine = reservation !== null && (reservation.holder === me || reservation.sharedWith.includes(me));
  return (
    <Desk current="boards" crumbs={[{ label: 'Boards', href: '/boards' }, { label: board.name }]}>
      <div className="flex flex-col gap-6">
        <PageHeader
          title={board.name}
          actions={
            <>
              <HelpLink page="boards" />
              {mayReserve && board.health !== 'retired' && (
                <Button
                  kind={isFreeNow(board) ? 'primary' : 'secondary'}
                  onClick={() => setDraft({ selector: board.name, from: null, minutes: 120 })}
                >
                  {isFreeNow(board) ? 'Reserve now' : 'Reserve for later'}
                </Button>
              )}
              <Button asChild>
                <Link href={`/boards/${board.id}/console`}>Console</Link>
              </Button>
              <BoardActions page={page.data} />
            </>
          }
        >
          {board.type} at {board.site}
        </PageHeader>
        {page.error && <ErrorState what={page.error.message} onRetry={() => void page.refetch()} />}
        {act.error !== null && <ErrorState what={act.error} onRetry={act.forget} />}
        <div className="grid gap-6 lg:grid-cols-2">
          <Section title="The board">
            <BoardFacts board={board} />
          </Section>
          <WhoHasIt page={page.data} act={act} />
          <BoardHealth
            board={board.id}
            first={health}
            mayCheck={isMine || (mayManage && mayReserve && reservation === null)}
          />
          <CheckPlan board={board.id} first={checkPlan} />
        </div>
        <TestsHere board={board.name} first={tests} />
        <History board={board.id} newest={events} />
      </div>
      {draft !== null && <Reserve draft={draft} mayPrecede={mayPrecede} onClose={() => setDraft(null)} />}
    </Desk>
  );
}
