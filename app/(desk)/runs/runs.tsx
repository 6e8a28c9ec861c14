'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs';
import { RunList } from '#components/run/run-list.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Input } from '#components/ui/input.tsx';
import { Link } from '#components/ui/link.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { StaleBanner } from '#components/ui/stale-banner.tsx';
import { type Outputs, useTRPC } from '../../_lib/trpc.ts';
import { useLiveList } from '../../_lib/use-live-list.ts';
import { Desk } from '../../_parts/desk.tsx';

const shownOptions = [
  { value: 'all', label: 'All' },
  { value: 'live', label: 'Live' },
  { value: 'ended', label: 'Ended' },
] as const;
const live = { all: undefined, live: true, ended: false } as const;

export function Runs({ first }: { first: Outputs['runs']['list'] }) {
  const trpc = useTRPC();
  const [text, setText] = useQueryState('q', parseAsString.withDefault(''));
  const [shown, setShown] = useQueryState('show', parseAsStringLiteral(['all', 'live', 'ended']).withDefault('all'));
  const unfiltered = text === '' && shown === 'all';
  const runs = useQuery(
    trpc.runs.list.queryOptions(
      { limit: 100, ...(unfiltered ? {} : { text, live: live[shown] }) },
      { placeholderData: keepPreviousData, ...(unfiltered ? { initialData: first } : {}) },
    ),
  );
  const { behindSince } = useLiveList();
  return (
    <Desk current="runs" crumbs={[{ label: 'Runs' }]}>
      <div className="flex flex-col gap-4">
        {behindSince !== null && <StaleBanner asOf={behindSince} />}
        <PageHeader
          title="Runs"
          actions={
            <Button kind="primary" asChild>
              <Link kind="bare" href="/runs/new">
                Launch a run
              </Link>
            </Button>
          }
        />
        <div className="flex flex-wrap items-center gap-3">
          <Input
            type="search"
            aria-label="Search by project or goal"
            placeholder="Project or goal"
            value={text}
            onChange={(event) => void setText(event.target.value || null)}
            className="w-64 max-w-full"
          />
          <Segmented
            label="Which runs"
            options={shownOptions}
            value={shown}
            onChange={(value) => void setShown(value)}
          />
        </div>
        {runs.error && (
          <ErrorState
            what={runs.error.message}
            next="The list is tried again by itself."
            onRetry={() => void runs.refetch()}
          />
        )}
        <RunList
          runs={runs.data ?? []}
          empty={
            <EmptyState title={unfiltered ? 'No runs yet' : 'No run matches'}>
              {unfiltered
                ? 'Launch one on the shipped example: it needs a C compiler and make.'
                : 'Change the search or show all runs.'}
            </EmptyState>
          }
        />
      </div>
    </Desk>
  );
}
