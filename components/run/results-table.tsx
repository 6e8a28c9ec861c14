'use client';

import { useState } from 'react';
import { ClippedText } from '#components/ui/clipped-text.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { type Column, Table } from '#components/ui/table.tsx';
import { count } from '#lib/format/count.ts';
import { duration } from '#lib/format/duration.ts';
import { TestStatusMark } from './test-status-mark.tsx';
import type { ResultTotals, TestResultRow } from './test-types.ts';

export type ResultsTableProps = {
  /** Those that fail or changed first, not always all. */
  rows: readonly TestResultRow[];
  totals: ResultTotals;
  testHref: (id: string) => string;
};

type Choice = keyof ResultTotals;

const filters = {
  trouble: (row) => row.status === 'failed' || row.status === 'error',
  changed: (row) => row.before !== row.status,
  all: () => true,
} satisfies Record<Choice, (row: TestResultRow) => boolean>;

/** Rows drawn at once; more are asked for. */
const page = 100;

const columns: readonly Column<TestResultRow>[] = [
  { key: 'test', title: 'Test', keep: true, grow: true, cell: (row) => <Name row={row} /> },
  { key: 'status', title: 'Status', keep: true, cell: (row) => <TestStatusMark status={row.status} /> },
  { key: 'before', title: 'Before', cell: (row) => <Before row={row} /> },
  {
    key: 'time',
    title: 'Time',
    align: 'end',
    cell: (row) => <span className="tabular">{row.duration === null ? '–' : duration(row.duration)}</span>,
  },
];

/** The tests of one iteration: failing ones first in sight, then what changed, then all. */
export function ResultsTable({ rows, totals, testHref }: ResultsTableProps) {
  const [choice, setChoice] = useState<Choice>(rows.some(filters.trouble) ? 'trouble' : 'all');
  const [limit, setLimit] = useState(page);
  const chosen = rows.filter(filters[choice]);
  const options = [
    { value: 'trouble', label: `Failing ${count(totals.trouble)}` },
    { value: 'changed', label: `Changed ${count(totals.changed)}` },
    { value: 'all', label: `All ${count(totals.all)}` },
  ] as const;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Segmented label="Which tests" options={options} value={choice} onChange={setChoice} className="self-start" />
      <Table
        label="Test results"
        columns={columns}
        rows={chosen.slice(0, limit)}
        rowKey={(row) => row.id}
        rowHref={(row) => testHref(row.id)}
        empty={<EmptyState title="No such test">No test of this iteration is in this group.</EmptyState>}
      />
      {chosen.length > limit && (
        <button
          type="button"
          className="min-h-7 self-start text-busy text-sm underline"
          onClick={() => setLimit(limit + page)}
        >
          Show {count(Math.min(page, chosen.length - limit))} more of {count(chosen.length)}
        </button>
      )}
      {chosen.length <= limit && chosen.length < totals[choice] && (
        <p className="text-ink-muted text-sm">
          {count(chosen.length)} of {count(totals[choice])} are listed here: the heat map above and the download have
          all.
        </p>
      )}
    </div>
  );
}

function Name({ row }: { row: TestResultRow }) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="tabular truncate">
        <span className="text-ink-muted">{row.suite !== '' && `${row.suite} `}</span>
        <ClippedText text={row.name} limit={160} />
      </span>
      {row.message !== '' && (
        <span className="line-clamp-2 text-ink-muted text-xs">
          <ClippedText text={row.message} limit={240} />
        </span>
      )}
    </span>
  );
}

function Before({ row }: { row: TestResultRow }) {
  if (row.before === null) return <span className="text-ink-muted">new</span>;
  if (row.before === row.status) return <span className="text-ink-faint">same</span>;
  return <TestStatusMark status={row.before} />;
}
