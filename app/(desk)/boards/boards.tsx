'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs';
import { useRef, useState } from 'react';
import { FleetTable } from '#components/board/fleet-table.tsx';
import { MyReservations } from '#components/board/my-reservations.tsx';
import { QueueList } from '#components/board/queue-list.tsx';
import type { ReserveDraft } from '#components/board/types.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { HelpLink } from '#components/ui/help-link.tsx';
import { Input } from '#components/ui/input.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Section } from '#components/ui/section.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Select } from '#components/ui/select.tsx';
import { useListKeys } from '#components/ui/use-list-keys.ts';
import { isFreeNow, isGivenAway } from '#lib/boards/availability.ts';
import { counted } from '#lib/format/count.ts';
import { type Outputs, useTRPC } from '../../_lib/trpc.ts';
import { Desk } from '../../_parts/desk.tsx';
import { useReservations } from './use-reservations.ts';

const BoardTimeline = dynamic(() => import('./board-timeline.tsx').then(({ BoardTimeline: loaded }) => loaded));
const Reserve = dynamic(() => import('./reserve.tsx').then(({ Reserve: loaded }) => loaded));

type BoardsProps = { first: Outputs['boards']['fleet']; firstMine: Outputs['boards']['mine'] };

/** What others do is seen so much later, milliseconds. */
const lookEveryMs = 3_000;
const views = ['fleet', 'timeline'] as const;

export function Boards({ first, firstMine }: BoardsProps) {
  const trpc = useTRPC();
  const fleet = useQuery(trpc.boards.fleet.queryOptions({}, { initialData: first, refetchInterval: lookEveryMs }));
  const mine = useQuery(
    trpc.boards.mine.queryOptions(undefined, { initialData: firstMine, refetchInterval: lookEveryMs }),
  );
  const [view, setView] = useQueryState('view', parseAsStringLiteral(views).withDefault('fleet'));
  const [site, setSite] = useQueryState('site', parseAsString.withDefault(''));
  const [text, setText] = useQueryState('find', parseAsString.withDefault(''));
  const [draft, setDraft] = useState<ReserveDraft | null>(null);
  const act = useReservations();
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list);
  const { boards, queue, reservesAt, managesAt } = fleet.data;
  const shown = boards.filter((board) => (site === '' || board.site === site) && isFound(board, text));
  const mayReserve = reservesAt === null || reservesAt.length > 0;
  return (
    <Desk current="boards" crumbs={[{ label: 'Boards' }]}>
      <div className="flex flex-col gap-5">
        <PageHeader
          title="Boards"
          actions={
            <>
              <HelpLink page="boards" />
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
          <Section title="Yours" aside={<span className="tabular">{mine.data.length}</span>}>
            <MyReservations
              reservations={mine.data}
              busy={act.busy}
              onExtend={act.extend}
              onRelease={act.release}
              onEndSeries={act.endSeries}
            />
          </Section>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Segmented
            label="How to show boards"
            value={view}
            onChange={(next) => void setView(next)}
            options={[
              { value: 'fleet', label: 'Fleet' },
              { value: 'timeline', label: 'Timeline' },
            ]}
          />
          <Select
            aria-label="Site"
            className="w-40"
            value={site}
            onChange={(next) => void setSite(next === '' ? null : next)}
            options={[{ value: '', label: 'All sites' }, ...sitesOf(boards).map((one) => ({ value: one, label: one }))]}
          />
          <Input
            aria-label="Find boards"
            placeholder="Name, type or tag"
            className="w-56"
            value={text}
            onChange={(event) => void setText(event.target.value === '' ? null : event.target.value)}
          />
        </div>
        {view === 'timeline' ? (
          <BoardTimeline boards={shown} me={fleet.data.me} managesAt={managesAt} onDraft={setDraft} />
        ) : (
          <div ref={list}>
            <FleetTable
              boards={shown}
              empty={
                <EmptyState title={boards.length === 0 ? 'No boards yet' : 'No such board'}>
                  {boards.length === 0
                    ? 'Take over a list of boards with `firmloop boards import FILE`: our own YAML, a Twister hardware map, labgrid places or an exporter.'
                    : 'No board fits what is looked for.'}
                </EmptyState>
              }
            />
          </div>
        )}
        {queue.length > 0 && (
          <Section title="In the queue" aside={<span className="tabular">{queue.length}</span>}>
            <QueueList queue={queue} />
          </Section>
        )}
      </div>
      {draft !== null && <Reserve draft={draft} onClose={() => setDraft(null)} />}
    </Desk>
  );
}

type Board = Outputs['boards']['fleet']['boards'][number];

function isFound({ name, type, tags }: Board, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const said = [name, type, ...tags].join(' ').toLowerCase();
  return words.every((word) => said.includes(word));
}

function sitesOf(boards: readonly Board[]): string[] {
  return [...new Set(boards.map(({ site }) => site))].sort();
}

function countWords(boards: readonly Board[]): string {
  const free = boards.filter(isFreeNow).length;
  const doubtful = boards.filter((board) => !isGivenAway(board)).length;
  return `${counted(boards.length, 'board')}, ${free} free${doubtful === 0 ? '' : `, ${doubtful} out of service or in doubt`}.`;
}
