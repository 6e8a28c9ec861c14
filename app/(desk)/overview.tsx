'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { LaunchButton } from '#components/launch/launch-button.tsx';
import { BoardCounts } from '#components/overview/board-counts.tsx';
import { Outcomes } from '#components/overview/outcomes.tsx';
import { NeedsYou } from '#components/run/needs-you.tsx';
import { RunList } from '#components/run/run-list.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { HelpLink } from '#components/ui/help-link.tsx';
import { Link } from '#components/ui/link.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Section } from '#components/ui/section.tsx';
import { StaleBanner } from '#components/ui/stale-banner.tsx';
import { useNow } from '#components/ui/use-now.ts';
import { useZone } from '#components/ui/zone.tsx';
import { count } from '#lib/format/count.ts';
import { dayStart } from '#lib/format/day-start.ts';
import { startingWith } from '../_lib/starting-with.ts';
import { type Outputs, useTRPC } from '../_lib/trpc.ts';
import { useLiveList } from '../_lib/use-live-list.ts';
import { Desk } from '../_parts/desk.tsx';

type OverviewProps = {
  /** When the day began for which `first` was read, epoch milliseconds. */
  since: number;
  first: Outputs['overview']['page'];
  /** Null for somebody who sees no boards. */
  firstBoards: Outputs['boards']['counts'] | null | undefined;
};

/** How busy the farm is, is looked at so often, milliseconds. */
const boardsEveryMs = 10_000;

export function Overview({ since: firstSince, first, firstBoards }: OverviewProps) {
  const trpc = useTRPC();
  const zone = useZone();
  const now = useNow('calm');
  const since = dayStart(Math.floor(now / 1_000) * 1_000, zone);
  const page = useQuery(
    trpc.overview.page.queryOptions(
      { since },
      { placeholderData: keepPreviousData, ...(since === firstSince && startingWith(first)) },
    ),
  );
  const { behindSince } = useLiveList([trpc.overview.page.queryKey()]);
  const boards = useQuery(
    trpc.boards.counts.queryOptions(undefined, {
      enabled: firstBoards !== null,
      refetchInterval: boardsEveryMs,
      ...startingWith(firstBoards),
    }),
  );
  const { needs, live, counts, ended, outcomes } = page.data ?? first;
  return (
    <Desk current="overview" crumbs={[{ label: 'Overview' }]}>
      <div className="flex flex-col gap-6">
        {behindSince !== null && <StaleBanner asOf={behindSince} />}
        {page.error && <ErrorState what={page.error.message} onRetry={() => void page.refetch()} />}
        <PageHeader
          title="Overview"
          actions={
            <>
              <HelpLink page="overview" />
              <LaunchButton />
            </>
          }
        >
          What needs you now, and what is going on.
        </PageHeader>
        <Section title="Needs you" aside={needs.length > 0 && <span className="tabular">{needs.length}</span>}>
          <NeedsYou needs={needs} />
        </Section>
        <Section
          title="Running now"
          aside={counts.live > 0 && <span className="tabular">{count(counts.live)}</span>}
          actions={
            counts.live > live.length && (
              <Link href="/runs?show=live" className="text-sm">
                All {count(counts.live)} live runs
              </Link>
            )
          }
        >
          <RunList
            runs={live}
            empty={
              <EmptyState title="Nothing runs" action={<LaunchButton />}>
                A run patches firmware, builds it, tests it and decides whether to go on. Launch one on the shipped
                example.
              </EmptyState>
            }
          />
        </Section>
        {boards.error && <ErrorState what={boards.error.message} onRetry={() => void boards.refetch()} />}
        {boards.data !== undefined && boards.data.total > 0 && (
          <Section title="Boards">
            <BoardCounts counts={boards.data} />
          </Section>
        )}
        <Section
          title="Ended today"
          actions={
            <Link href="/runs?show=ended" className="text-sm">
              All ended runs
            </Link>
          }
        >
          {outcomes.length > 0 ? (
            <Outcomes outcomes={outcomes} hrefOf={(outcome) => `/runs?outcome=${encodeURIComponent(outcome)}`} />
          ) : (
            <p className="text-ink-muted text-sm">
              {ended.length === 0 ? 'No run has ended yet.' : 'No run has ended today; these ended last.'}
            </p>
          )}
          {ended.length > 0 && <RunList runs={ended} empty={null} />}
        </Section>
      </div>
    </Desk>
  );
}
