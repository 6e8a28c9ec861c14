'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { LaunchButton } from '#components/launch/launch-button.tsx';
import { RunFilters } from '#components/run/run-filters.tsx';
import { RunList } from '#components/run/run-list.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { HelpLink } from '#components/ui/help-link.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Pager } from '#components/ui/pager.tsx';
import { StaleBanner } from '#components/ui/stale-banner.tsx';
import { startingWith } from '../../_lib/starting-with.ts';
import { type Outputs, useTRPC } from '../../_lib/trpc.ts';
import { useLiveList } from '../../_lib/use-live-list.ts';
import { Desk } from '../../_parts/desk.tsx';
import { useRunSearch } from './use-run-search.ts';

type RunsProps = { first: Outputs['runs']['find']; options: Outputs['runs']['filters'] };

export function Runs({ first, options: firstOptions }: RunsProps) {
  const trpc = useTRPC();
  const { filter, setFilter, input, isFirst, unfiltered, pageHref } = useRunSearch();
  const found = useQuery(
    trpc.runs.find.queryOptions(input, {
      placeholderData: keepPreviousData,
      ...(unfiltered && isFirst && startingWith(first)),
    }),
  );
  const options = useQuery(
    trpc.runs.filters.queryOptions(undefined, { ...startingWith(firstOptions), staleTime: 30_000 }),
  );
  const { behindSince } = useLiveList([trpc.runs.find.queryKey()]);
  const { runs = [], newer = null, older = null } = found.data ?? {};
  return (
    <Desk current="runs" crumbs={[{ label: 'Runs' }]}>
      <div className="flex flex-col gap-4">
        {behindSince !== null && <StaleBanner asOf={behindSince} />}
        <PageHeader
          title="Runs"
          actions={
            <>
              <HelpLink page="runs" />
              <LaunchButton />
            </>
          }
        />
        <RunFilters filter={filter} options={options.data} onChange={setFilter} />
        {found.error && (
          <ErrorState
            what={found.error.message}
            next="The list is tried again by itself."
            onRetry={() => void found.refetch()}
          />
        )}
        <RunList
          runs={runs}
          empty={
            <EmptyState title={unfiltered ? 'No runs yet' : 'No run matches'}>
              {unfiltered
                ? 'Launch one on the shipped example: it needs a C compiler and make.'
                : 'Change the search or clear the filters.'}
            </EmptyState>
          }
        />
        <Pager
          label="Pages of runs"
          newer={newer === null ? undefined : pageHref({ after: newer })}
          older={older === null ? undefined : pageHref({ before: older })}
        />
      </div>
    </Desk>
  );
}
