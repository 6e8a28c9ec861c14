'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useRef } from 'react';
import { ReviewQueue } from '#components/review/review-queue.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { HelpLink } from '#components/ui/help-link.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { useListKeys } from '#components/ui/use-list-keys.ts';
import { useNow } from '#components/ui/use-now.ts';
import { startingWith } from '../../_lib/starting-with.ts';
import { type Outputs, useTRPC } from '../../_lib/trpc.ts';
import { Desk } from '../../_parts/desk.tsx';

type List = Outputs['reviews']['list'];

const views = ['open', 'mine', 'unassigned', 'overdue', 'decided'] as const;
const names = {
  open: 'All open',
  mine: 'Mine',
  unassigned: 'Unassigned',
  overdue: 'Overdue',
  decided: 'Decided',
} as const;
const none = {
  open: 'No run waits for a decision.',
  mine: 'No open review is assigned to you.',
  unassigned: 'Every open review has somebody.',
  overdue: 'No review is past its due time.',
  decided: 'No review has been decided yet.',
} as const;

export function Reviews({ first }: { first: List }) {
  const trpc = useTRPC();
  const now = useNow('calm');
  const [view, setView] = useQueryState('show', parseAsStringLiteral(views).withDefault('open'));
  const list = useQuery({
    ...trpc.reviews.list.queryOptions({ view }, { refetchInterval: 5_000 }),
    placeholderData: keepPreviousData,
    ...(view === 'open' && startingWith(first)),
  });
  const { rows, counts } = list.data ?? first;
  const rowsShown = useRef<HTMLDivElement>(null);
  useListKeys(rowsShown);
  return (
    <Desk current="reviews" crumbs={[{ label: 'Reviews' }]}>
      <div ref={rowsShown} className="flex flex-col gap-4">
        <PageHeader title="Reviews" actions={<HelpLink page="reviews" />}>
          Runs that got stuck: a person, or several, decide how each goes on.
        </PageHeader>
        <div className="max-w-full overflow-x-auto">
          <Segmented
            label="Which reviews"
            value={view}
            onChange={(next) => void setView(next)}
            options={views.map((value) => ({
              value,
              label: value === 'decided' || counts[value] === 0 ? names[value] : `${names[value]} ${counts[value]}`,
            }))}
          />
        </div>
        {list.error && <ErrorState what={list.error.message} onRetry={() => void list.refetch()} />}
        <ReviewQueue
          reviews={rows}
          now={now}
          empty={
            <EmptyState title={none[view]}>
              A run in interactive mode that stops improving waits here. Its review tells what was tried, and takes the
              verdict.
            </EmptyState>
          }
        />
      </div>
    </Desk>
  );
}
