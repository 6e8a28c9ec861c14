import { ClippedText } from '#components/ui/clipped-text.tsx';
import { type Column, Table } from '#components/ui/table.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import { changeFaces } from './change-face.ts';
import { ReplayStrip } from './replay-strip.tsx';
import type { ReplayedRun } from './types.ts';

export type ReplayTableProps = { runs: readonly ReplayedRun[] };

const columns: readonly Column<ReplayedRun>[] = [
  { key: 'run', title: 'Run', keep: true, cell: (run) => <RunName run={run} /> },
  {
    key: 'record',
    title: 'Recorded',
    cell: (run) => (
      <span className="flex flex-col">
        <ToneMark tone={run.tone} mono>
          {run.outcome ?? 'goes on'}
        </ToneMark>
        <span className="tabular text-ink-muted text-xs">iteration {Math.max(run.rates.length - 1, 0)}</span>
      </span>
    ),
  },
  { key: 'strip', title: 'Pass rate by iteration', cell: (run) => <ReplayStrip run={run} /> },
  { key: 'would', title: 'Would have', keep: true, grow: true, cell: (run) => <Would run={run} /> },
  {
    key: 'saved',
    title: 'Saved',
    keep: true,
    align: 'end',
    cell: (run) => <span className="tabular">{run.iterationsSaved === null ? '?' : run.iterationsSaved}</span>,
  },
];

/** Each run beside what would have become of it. */
export function ReplayTable({ runs }: ReplayTableProps) {
  return (
    <Table
      label="Runs under other criteria"
      columns={columns}
      rows={runs}
      rowKey={(run) => String(run.number)}
      rowHref={(run) => run.href}
    />
  );
}

function RunName({ run }: { run: ReplayedRun }) {
  return (
    <span className="flex max-w-48 flex-col">
      <span className="truncate font-medium">
        <ClippedText text={run.project} limit={40} />
      </span>
      <span className="tabular text-ink-muted text-xs">#{run.number}</span>
    </span>
  );
}

function Would({ run }: { run: ReplayedRun }) {
  const { tone, word } = changeFaces[run.change];
  return (
    <span className="flex min-w-0 flex-col">
      <span className="flex flex-wrap items-center gap-x-2">
        <ToneMark tone={tone}>{word}</ToneMark>
        {run.verdict !== null && (
          <span className="tabular text-xs">
            {run.verdict} at iteration {run.iteration}
            {run.kind === 'hands over' && ', then handed over'}
          </span>
        )}
      </span>
      <span title={run.reason} className="line-clamp-2 text-ink-muted text-xs">
        <ClippedText text={run.reason} limit={260} />
      </span>
    </span>
  );
}
