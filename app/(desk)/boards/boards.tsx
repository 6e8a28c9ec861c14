'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs';
import { useRef, useState } from 'react';
import { FleetFilters, fleetViews } from '#components/board/fleet-filters.tsx';
import { FleetTable } from '#components/board/fleet-table.tsx';
import { MyReservations } from '#components/board/my-reservations.tsx';
import { QueueList } from '#components/board/queue-list.tsx';
import type { ReserveDraft } from '#components/board/types.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { HelpLink } from '#components/ui/help-link.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Section } from '#components/ui/section.tsx';
import { useListKeys } from '#components/ui/use-list-keys.ts';
import { isFreeNow, isGivenAway } from '#lib/boards/availability.ts';
import { isFound } from '#lib/boards/is-found.ts';
import { counted } from '#lib/format/count.ts';
import { foldSeries } from '#lib/reservation/fold-series.ts';
import { startingWith } from '../../_lib/starting-with.ts';
import { type Outputs, useTRPC } from '../../_lib/trpc.ts';
import { Desk } from '../../_parts/desk.tsx';
import { useReservations } from './use-reservations.ts';

const BoardTimeline = dynamic(() => import('./board-timeline.tsx').then(({ BoardTimeline: loaded }) => loaded));
const Reserve = dynamic(() => import('./reserve.tsx').then(({ Reserve: loaded }) => loaded));

type BoardsProps = { first: Outputs['boards']['fleet']; firstMine: Outputs['boards']['mine'] };

/** What others do is seen so much later, milliseconds. */
const lookEveryMs = 3_000;

/** The boards with their queue, the reader's own reservations above them. */
export function Boards({ first, firstMine }: BoardsProps) {
  const trpc = useTRPC();
  const fleet = useQuery(trpc.boards.fleet.queryOptions({}, { ...startingWith(first), refetchInterval: lookEveryMs }));
  const mine = useQuery(
    trpc.boards.mine.queryOptions(undefined, { ...startingWith(firstMine), refetchInterval: lookEveryMs }),
  );
  const [view, setView] = useQueryState('view', parseAsStringLiteral(fleetViews).withDefault('fleet'));
  const [site, setSite] = useQueryState('site', parseAsString.withDefault(''));
  const [text, setText] = useQueryState('find', parseAsString.withDefault(''));
  const [draft, setDraft] = useState<ReserveDraft | null>(null);
  const act = useReservations();
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list);
  const { boards, queue, reservesAt, managesAt } = fleet.data;
  const shown = boards.filter((board) => (site === '' || board.site === site) && isFound(board, text));
  const mayManage = managesAt?.length !== 0;
  const mayReserve = reservesAt === null || reservesAt.length > 0;
  const empty = (
    <EmptyState title={boards.length === 0 ? 'No boards yet' : 'No such board'}>
      {boards.length === 0 ? (
        <>
          Import a list of boards: our own YAML, a Twister hardware map, labgrid places or an exporter. The command{' '}
          <code className="tabular">firmloop boards import FILE</code> does the same.
        </>
      ) : (
        'No board fits what is looked for.'
      )}
    </EmptyState>
  );
  return (
    <Desk current="boards" crumbs={[{ label: 'Boards' }]}>
      <div className="flex flex-col gap-5">
        <PageHeader
          title="Boards"
          actions={
            <>
              <HelpLink page="boards" />
              {mayManage && (
                <Button asChild>
                  <Link href="/boards/import">Import</Link>
                </Button>
              )}
              {mayReserve && (
                <Button kind="primary" onClick={() => setDraft({ selector: '', from: null, minutes: 120 })}>
                  Reserve
                </Button>
              )}
            </>
          }
        >
          {countWords(boards)}
        </PageHeader>
        {fleet.error && <ErrorState what={fleet.error.message} onRetry={() => void fleet.refetch()} />}
        {act.error !== null && <ErrorState what={act.error} onRetry={act.forget} />}
        {mine.data.length > 0 && (
          <Section title="Yours" aside={<span className="tabular">{foldSeries(mine.data).length}</span>}>
            <MyReservations
              reservations={mine.data}
              me={fleet.data.me}
              busy={act.busy}
              onExtend={act.extend}
              onRelease={act.release}
              onEndSeries={act.endSeries}
            />
          </Section>
        )}
        <FleetFilters
          view={view}
          site={site}
          sites={sitesOf(boards)}
          text={text}
          onView={(next) => void setView(next)}
          onSite={(next) => void setSite(next === '' ? null : next)}
          onText={(next) => void setText(next === '' ? null : next)}
        />
        {view === 'timeline' ? (
          <BoardTimeline boards={shown} me={fleet.data.me} managesAt={managesAt} onDraft={setDraft} empty={empty} />
        ) : (
          <div ref={list}>
            <FleetTable boards={shown} empty={empty} />
          </div>
        )}
        {queue.length > 0 && (
          <Section title="In the queue" aside={<span className="tabular">{queue.length}</span>}>
            <QueueList queue={queue} />
          </Section>
        )}
      </div>
      {draft !== null && <Reserve draft={draft} mayPrecede={mayManage} onClose={() => setDraft(null)} />}
    </Desk>
  );
}

type Board = Outputs['boards']['fleet']['boards'][number];

function sitesOf(boards: readonly Board[]): string[] {
  return [...new Set(boards.map(({ site }) => site))].sort();
}

function countWords(boards: readonly Board[]): string {
  const free = boards.filter(isFreeNow).length;
  const doubtful = boards.filter((board) => !isGivenAway(board)).length;
  return `${counted(boards.length, 'board')}, ${free} free${doubtful === 0 ? '' : `, ${doubtful} out of service or in doubt`}.`;
}
