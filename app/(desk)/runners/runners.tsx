'use client';

import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { HelpLink } from '#components/ui/help-link.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { type Column, Table } from '#components/ui/table.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import { startingWith } from '../../_lib/starting-with.ts';
import { type Outputs, useTRPC } from '../../_lib/trpc.ts';
import { Desk } from '../../_parts/desk.tsx';

type Runner = Outputs['runners']['list'][number];

const tones = { live: 'good', stopping: 'attention', gone: 'idle', lost: 'bad' } as const;

const columns: readonly Column<Runner>[] = [
  {
    key: 'host',
    title: 'Runner',
    keep: true,
    grow: true,
    cell: (runner) => (
      <span className="tabular">
        {runner.hostName} <span className="text-ink-muted">pid {runner.pid}</span>
      </span>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    keep: true,
    cell: (runner) => (
      <ToneMark tone={tones[runner.status as keyof typeof tones] ?? 'idle'}>
        {runner.endedBecause ?? runner.status}
      </ToneMark>
    ),
  },
  { key: 'site', title: 'Site', cell: (runner) => runner.site ?? <span className="text-ink-muted">any</span> },
  {
    key: 'work',
    title: 'Working on',
    align: 'end',
    keep: true,
    cell: (runner) => <span className="tabular">{`${runner.working} of ${runner.slots}`}</span>,
  },
  {
    key: 'sandbox',
    title: 'Sandbox',
    cell: (runner) => (runner.sandbox.available ? 'bubblewrap' : `none: ${runner.sandbox.because ?? 'unknown'}`),
  },
  { key: 'since', title: 'Since', cell: (runner) => <RelativeTime at={runner.startedAt} /> },
];

export function Runners({ first }: { first: Outputs['runners']['list'] }) {
  const trpc = useTRPC();
  const runners = useQuery(
    trpc.runners.list.queryOptions(undefined, { ...startingWith(first), refetchInterval: 5_000 }),
  );
  return (
    <Desk current="runners" crumbs={[{ label: 'Runners' }]}>
      <div className="flex flex-col gap-4">
        <PageHeader title="Runners" actions={<HelpLink page="boards" />}>
          Processes that do the work of runs. More of them share it by themselves.
        </PageHeader>
        <Table
          label="Runners"
          columns={columns}
          rows={runners.data}
          rowKey={(runner) => runner.id}
          empty={
            <EmptyState title="No runner">
              Nothing is worked on until one starts: `npm start` starts one with the web server.
            </EmptyState>
          }
        />
      </div>
    </Desk>
  );
}
