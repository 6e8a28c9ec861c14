'use client';

import { useQuery } from '@tanstack/react-query';
import { parseAsInteger, parseAsString, useQueryState } from 'nuqs';
import { useCallback, useMemo } from 'react';
import { LogFinder } from '#components/log/log-finder.tsx';
import { LogView } from '#components/log/log-view.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Select } from '#components/ui/select.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { type Outputs, useTRPC, useTRPCClient } from '../../../_lib/trpc.ts';
import { useReread } from '../../../_lib/use-reread.ts';
import { logLines } from './log-lines.ts';
import { pastOf } from './past-of.ts';
import { useGrown } from './use-grown.ts';
import { useLog } from './use-log.ts';

type ActivityLog = Outputs['runs']['logs'][number];

/** Chunks before the one that is looked for, so that it stands in its surroundings. */
const before = 1;

/** What did the commands print? The newest log is followed as it grows. */
export function LogsTab({ page, hints }: { page: Outputs['runs']['page']; hints: EventTarget }) {
  const trpc = useTRPC();
  const [chosen, setChosen] = useQueryState('log', parseAsString);
  const [chunk, setChunk] = useQueryState('chunk', parseAsInteger);
  const [wanted, setWanted] = useQueryState('around', parseAsString);
  const which = trpc.runs.logs.queryOptions({ runId: page.detail.id, ...pastOf(page) });
  const logs = useQuery(which);
  useReread(which.queryKey, page.detail.seq);
  const list = logs.data ?? [];
  // A log is listed from its first line on. While the newest one is of work that is over, what grows is one not listed yet.
  useGrown(hints, page.moment === null && list.at(-1)?.status !== 'running', () => logs.refetch());
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
        onChange={(next) => {
          void setChunk(null);
          void setChosen(next);
        }}
      />
      <OneLog
        key={`${current.activityId} ${chunk} ${wanted}`}
        log={current}
        hints={hints}
        from={chunk}
        wanted={chunk === null ? null : wanted}
        onGo={(hit) => {
          void setChosen(current.activityId);
          void setChunk(hit === null ? null : Math.max(hit.chunk - before, 0));
          void setWanted(hit === null ? null : hit.text);
        }}
      />
    </div>
  );
}

type OneLogProps = {
  log: ActivityLog;
  hints: EventTarget;
  /** The chunk that the page begins with; null for the end. */
  from: number | null;
  /** The line that is looked for. */
  wanted: string | null;
  /** Null goes to the end. */
  onGo: (hit: { chunk: number; text: string } | null) => void;
};

function OneLog({ log, hints, from, wanted, onGo }: OneLogProps) {
  const client = useTRPCClient();
  const { text, readOn } = useLog(log.activityId, hints, from);
  const lines = useMemo(() => (text === undefined ? [] : logLines(text)), [text]);
  const find = useCallback(
    (sought: string | null) => client.runs.findInLog.query({ activityId: log.activityId, text: sought }),
    [client, log.activityId],
  );
  if (text === undefined) return <Skeleton className="h-96" />;
  const part = text.skipped > 0 || text.dropped > 0 || from !== null;
  return (
    <>
      {part && <LogFinder onFind={find} onGo={onGo} />}
      <LogView
        label={`Log of ${nameOf(log)}`}
        lines={lines}
        leftOut={text.skipped > 0 || text.dropped > 0}
        live={log.status === 'running' && from === null}
        wanted={wanted}
        rawHref={`/api/logs/${log.activityId}`}
      />
      {readOn !== undefined && (
        <p className="flex gap-2">
          <Button onClick={readOn}>Read on</Button>
          <Button onClick={() => onGo(null)}>To the end</Button>
        </p>
      )}
    </>
  );
}

function nameOf({ name, iteration, attempt }: ActivityLog): string {
  const place = iteration === 0 ? 'base' : `iteration ${iteration}`;
  return `${place} · ${name}${attempt > 1 ? `, attempt ${attempt}` : ''}`;
}
