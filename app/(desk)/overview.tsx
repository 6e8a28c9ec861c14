'use client';

import { useQuery } from '@tanstack/react-query';
import { NeedsYou } from '#components/run/needs-you.tsx';
import { RunList } from '#components/run/run-list.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Link } from '#components/ui/link.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Section } from '#components/ui/section.tsx';
import { StaleBanner } from '#components/ui/stale-banner.tsx';
import { type Outputs, useTRPC } from '../_lib/trpc.ts';
import { useLiveList } from '../_lib/use-live-list.ts';
import { Desk } from '../_parts/desk.tsx';

type Runs = Outputs['runs']['list'];

export function Overview({ live: firstLive, ended: firstEnded }: { live: Runs; ended: Runs }) {
  const trpc = useTRPC();
  const live = useQuery(trpc.runs.list.queryOptions({ live: true, limit: 50 }, { initialData: firstLive }));
  const ended = useQuery(trpc.runs.list.queryOptions({ live: false, limit: 20 }, { initialData: firstEnded }));
  const { behindSince } = useLiveList();
  const needs = live.data.flatMap((run) =>
    run.life.status === 'waiting'
      ? [
          {
            id: run.id,
            href: run.href,
            tone: 'attention' as const,
            kind: 'waiting',
            text: `${run.project} #${run.number} waits for ${run.life.waitsFor}`,
            since: run.life.since,
          },
        ]
      : [],
  );
  return (
    <Desk current="overview" crumbs={[{ label: 'Overview' }]}>
      <div className="flex flex-col gap-6">
        {behindSince !== null && <StaleBanner asOf={behindSince} />}
        <PageHeader title="Overview" actions={<LaunchButton />}>
          What needs you now, and what is going on.
        </PageHeader>
        <Section title="Needs you">
          <NeedsYou needs={needs} />
        </Section>
        <Section title="Running now">
          <RunList
            runs={live.data}
            empty={
              <EmptyState title="Nothing runs" action={<LaunchButton />}>
                A run patches firmware, builds it, tests it and decides whether to go on. Launch one on the shipped
                example.
              </EmptyState>
            }
          />
        </Section>
        <Section title="Ended last">
          <RunList runs={ended.data} empty={<p className="py-2 text-ink-muted text-sm">No run has ended yet.</p>} />
        </Section>
      </div>
    </Desk>
  );
}

function LaunchButton() {
  return (
    <Button kind="primary" asChild>
      <Link kind="bare" href="/runs/new">
        Launch a run
      </Link>
    </Button>
  );
}
