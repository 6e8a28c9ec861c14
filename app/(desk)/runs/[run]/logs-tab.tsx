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

/** What did the commands print? The newest log is followed as it grows. */
export function LogsTab({ page }: { page: Outputs['runs']['page'] }) {
  const trpc = useTRPC();
  const [chosen, setChosen] = useQueryState('log', parseAsString);
  const logs = useQuery(trpc.runs.logs.queryOptions({ runId: page.detail.id }));
  const list = logs.data ?? [];
  const current = list.find(({ activityId }) => activityId === chosen) ?? list.at(-1);
  const log = useQuery(
    trpc.runs.log.queryOptions({ activityId: current?.activityId ?? '' }, { enabled: current !== undefined }),
  );
  const lines = useMemo(() => linesOf(log.data?.text ?? ''), [log.data?.text]);
  if (logs.error) return <ErrorState what={logs.error.message} onRetry={() => void logs.refetch()} />;
  if (logs.data === undefined) return <Skeleton className="h-96" />;
  if (current === undefined) {
    return (
      <EmptyState title="Nothing printed yet">Builds and tests write here, line by line, while they run.</EmptyState>
    );
  }
  const { activityId } = current;
  const skipped = log.data?.skipped ?? 0;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Select
        aria-label="Which log"
        options={list.toReversed().map((one) => ({
          value: one.activityId,
          label: `${one.iteration === 0 ? 'base' : `iteration ${one.iteration}`} · ${one.name}${one.attempt > 1 ? `, attempt ${one.attempt}` : ''}`,
        }))}
        value={activityId}
        onChange={(next) => void setChosen(next)}
      />
      <LogView
        key={activityId}
        label={`Log of ${current.name}`}
        lines={lines}
        gaps={
          skipped > 0
            ? [{ afterLine: 0, bytes: skipped, why: 'only the end is shown here; the raw log has all of it' }]
            : []
        }
        live={current.status === 'running'}
        rawHref={`/api/logs/${activityId}`}
      />
    </div>
  );
}

const failure = /(?:^|[\s:])(?:fatal )?error[: ]|\*\*\*|:FAIL\b|^not ok |Segmentation fault|undefined reference/i;

function linesOf(text: string) {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line, index) => ({ number: index + 1, text: line, error: failure.test(line) }));
}
