'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useState } from 'react';
import { BoardFacts } from '#components/board/board-facts.tsx';
import { BoardHistory } from '#components/board/board-history.tsx';
import { Countdown } from '#components/board/countdown.tsx';
import { Holder } from '#components/board/occupancy-mark.tsx';
import type { ReserveDraft } from '#components/board/types.ts';
import { Button } from '#components/ui/button.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Section } from '#components/ui/section.tsx';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';
import { Desk } from '../../../_parts/desk.tsx';
import { useReservations } from '../use-reservations.ts';
import { BoardActions } from './board-actions.tsx';

const Reserve = dynamic(() => import('../reserve.tsx').then(({ Reserve: loaded }) => loaded));

/** What others do is seen so much later, milliseconds. */
const lookEveryMs = 3_000;

export function BoardPage({ first }: { first: Outputs['boards']['page'] }) {
  const trpc = useTRPC();
  const page = useQuery(
    trpc.boards.page.queryOptions({ board: first.board.id }, { initialData: first, refetchInterval: lookEveryMs }),
  );
  const [draft, setDraft] = useState<ReserveDraft | null>(null);
  const act = useReservations();
  const { board, events, next, reservation, mayReserve, me } = page.data;
  const isMine = reservation !== null && (reservation.holder === me || reservation.sharedWith.includes(me));
  return (
    <Desk current="boards" crumbs={[{ label: 'Boards', href: '/boards' }, { label: board.name }]}>
      <div className="flex flex-col gap-6">
        <PageHeader
          title={board.name}
          actions={
            <>
              {mayReserve && board.held === null && (
                <Button kind="primary" onClick={() => setDraft({ selector: board.name, from: null, minutes: 120 })}>
                  Reserve now
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
          <Section title="Who has it">
            {reservation === null ? (
              <p className="text-ink-muted text-sm">
                Nobody. {next[0] === undefined ? 'It is not reserved for the next two weeks.' : ''}
              </p>
            ) : (
              <div className="flex flex-wrap items-center gap-3 text-sm">
                <span className="font-medium">
                  <Holder hold={reservation} />
                </span>
                {reservation.purpose !== '' && <span className="text-ink-muted">{reservation.purpose}</span>}
                {board.held !== null && (
                  <span>
                    <Countdown to={board.held.to} /> <span className="text-ink-muted">left</span>
                  </span>
                )}
                {reservation.sharedWith.length > 0 && (
                  <span className="text-ink-muted">shared with {reservation.sharedWith.join(', ')}</span>
                )}
                {isMine && (
                  <span className="flex gap-1">
                    <Button disabled={act.busy} onClick={() => act.extend(reservation.id)}>
                      30 min more
                    </Button>
                    <Button disabled={act.busy} onClick={() => act.release(reservation.id)}>
                      Release
                    </Button>
                  </span>
                )}
              </div>
            )}
            {next.length > 0 && (
              <ul className="flex flex-col gap-1 text-sm">
                {next.slice(0, 8).map((window) => (
                  <li key={window.reservationId} className="flex gap-2">
                    <RelativeTime at={window.from} />
                    <Holder hold={window} />
                    <span className="truncate text-ink-muted">{window.purpose}</span>
                  </li>
                ))}
              </ul>
            )}
          </Section>
        </div>
        <Section title="History">
          <BoardHistory events={events} />
        </Section>
      </div>
      {draft !== null && <Reserve draft={draft} onClose={() => setDraft(null)} />}
    </Desk>
  );
}
