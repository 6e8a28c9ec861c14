'use client';

import { useQuery } from '@tanstack/react-query';
import { parseAsString, useQueryState } from 'nuqs';
import { useMemo } from 'react';
import { LogView } from '#components/log/log-view.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Select } from '#components/ui/select.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { type Outputs, useTRPC } from '../../../_lib/trpc.ts';
import { useReread } from '../../../_lib/use-reread.ts';
import { logLines } from './log-lines.ts';
import { pastOf } from './past-of.ts';
import { useLog } from './use-log.ts';

type ActivityLog = Outputs['runs']['logs'][number];

/** What did the commands print? The newest log is followed as it grows. */
export function LogsTab({ page, hints }: { page: Outputs['runs']['page']; hints: EventTarget }) {
  const trpc = useTRPC();
  const [chosen, setChosen] = useQueryState('log', parseAsString);
  const which = trpc.runs.logs.queryOptions({ runId: page.detail.id, ...pastOf(page) });
  const logs = useQuery({
    ...which,
    refetchInterval: ({ state }) => (state.data?.length === 0 && page.moment === null ? 1_000 : false),
  });
  useReread(which.queryKey, page.detail.seq);
  const list = logs.data ?? [];
  const current = list.find(({ activityId }) => activityId === chosen) ?? list.at(-1);
  if (logs.error) return <ErrorState what={logs.error.message} onRetry={() => void logs.refetch()} />;
  if (logs.data === undefined) return <Skeleton className="h-96" />;
  if (current === undefined) {
    return (
      <EmptyState title="Nothing printed yet">Builds and tests write here, line by line, while they run.</EmptyState>
    );
  }
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Select
        aria-label="Which log"
        options={list.toReversed().map((one) => ({ value: one.activityId, label: nameOf(one) }))}
        value={current.activityId}
        onChange={(next) => void setChosen(next)}
      />
      <OneLog key={current.activityId} log={current} hints={hints} />
    </div>
  );
}

function OneLog({ log, hints }: { log: ActivityLog; hints: EventTarget }) {
  const text = useLog(log.activityId, hints);
  const lines = useMemo(() => (text === undefined ? [] : logLines(text)), [text]);
  if (text === undefined) return <Skeleton className="h-96" />;
  return (
    <LogView
      label={`Log of ${nameOf(log)}`}
      lines={lines}
      leftOut={text.skipped > 0 || text.dropped > 0}
      live={log.status === 'running'}
      rawHref={`/api/logs/${log.activityId}`}
    />
  );
}

function nameOf({ name, iteration, attempt }: ActivityLog): string {
  const place = iteration === 0 ? 'base' : `iteration ${iteration}`;
  return `${place} · ${name}${attempt > 1 ? `, attempt ${attempt}` : ''}`;
}
