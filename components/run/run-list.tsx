'use client';

import { type ReactNode, useRef } from 'react';
import { ClippedText } from '#components/ui/clipped-text.tsx';
import { Elapsed } from '#components/ui/elapsed.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { SparkLine } from '#components/ui/spark-line.tsx';
import { type Column, Table } from '#components/ui/table.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import { useListKeys } from '#components/ui/use-list-keys.ts';
import { percent } from '#lib/format/percent.ts';
import { lifeMark } from './run-life.ts';
import type { RunSummary } from './run-types.ts';

export type RunListProps = {
  runs: readonly RunSummary[];
  /** Shown instead of an empty table. */
  empty: ReactNode;
};

const columns: readonly Column<RunSummary>[] = [
  { key: 'run', title: 'Run', keep: true, grow: true, cell: (run) => <RunName run={run} /> },
  { key: 'state', title: 'State', keep: true, cell: (run) => <RunState run={run} /> },
  {
    key: 'iteration',
    title: 'Iteration',
    align: 'end',
    cell: (run) => <span className="tabular">{iterationOf(run)}</span>,
  },
  {
    key: 'shape',
    title: 'Pass rate',
    cell: (run) => <SparkLine label={`Pass rate ${rateOf(run)}`} points={run.spark} target={run.target} />,
  },
  {
    key: 'rate',
    title: 'Now',
    align: 'end',
    keep: true,
    cell: (run) => <span className="tabular">{rateOf(run)}</span>,
  },
  { key: 'time', title: 'Took', align: 'end', cell: (run) => <Elapsed since={run.startedAt} until={run.endedAt} /> },
  { key: 'started', title: 'Started', cell: (run) => <RelativeTime at={run.startedAt} /> },
];

/** Runs as rows: which, where, getting better or not. `j` and `k` walk them. */
export function RunList({ runs, empty }: RunListProps) {
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list);
  return (
    <div ref={list} className="min-w-0">
      <Table
        label="Runs"
        columns={columns}
        rows={runs}
        rowKey={(run) => run.id}
        rowHref={(run) => run.href}
        empty={empty}
      />
    </div>
  );
}

function RunName({ run }: { run: RunSummary }) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate font-medium">
        <ClippedText text={run.project} limit={80} /> <span className="tabular text-ink-muted">#{run.number}</span>
      </span>
      <span className="truncate text-ink-muted text-xs">
        <ClippedText text={run.goal} limit={200} />
      </span>
    </span>
  );
}

function RunState({ run }: { run: RunSummary }) {
  const { tone, word } = lifeMark(run.life);
  if (run.life.status === 'ended') {
    return (
      <ToneMark tone={tone} mono className="max-md:max-w-36 max-md:text-xs">
        {word}
      </ToneMark>
    );
  }
  return (
    <span className="flex min-w-0 flex-col max-md:max-w-36">
      <span className="tabular truncate max-md:text-xs">{run.state}</span>
      <ToneMark tone={tone} className="text-xs">
        {word}
      </ToneMark>
    </span>
  );
}

function iterationOf(run: RunSummary): string {
  return run.maxIterations == null ? '–' : `${run.iteration} of ${run.maxIterations}`;
}

function rateOf(run: RunSummary): string {
  return run.passRate === null ? '–' : percent(run.passRate);
}
