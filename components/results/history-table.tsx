import { Link } from '#components/ui/link.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { type Column, Table } from '#components/ui/table.tsx';
import { duration } from '#lib/format/duration.ts';
import { buildWords } from './build-words.ts';
import { OutcomeMark } from './outcome-mark.tsx';
import { sourceHref, sourceWords } from './source-words.ts';
import type { HistoryEntry } from './types.ts';

export type HistoryTableProps = { results: readonly HistoryEntry[] };

const columns: readonly Column<HistoryEntry>[] = [
  { key: 'outcome', title: 'Outcome', keep: true, cell: ({ outcome }) => <OutcomeMark outcome={outcome} /> },
  {
    key: 'source',
    title: 'From',
    keep: true,
    cell: (entry) => <Link href={sourceHref(entry)}>{sourceWords(entry)}</Link>,
  },
  {
    key: 'build',
    title: 'Build',
    cell: (entry) => (
      <SafeText
        text={[buildWords(entry), entry.agent !== null && `by ${entry.agent}`].filter(Boolean).join(', ')}
        limit={80}
      />
    ),
  },
  {
    key: 'message',
    title: 'What it said',
    grow: true,
    cell: ({ message }) => (
      <span className="block truncate text-ink-muted">
        <SafeText text={message ?? ''} limit={300} />
      </span>
    ),
  },
  {
    key: 'took',
    title: 'Took',
    align: 'end',
    cell: ({ durationMs, attempts }) => (
      <span className="tabular">
        {durationMs === null ? '–' : duration(durationMs)}
        {attempts > 1 && <span className="text-ink-muted">, {attempts} attempts</span>}
      </span>
    ),
  },
  { key: 'at', title: 'Measured', keep: true, align: 'end', cell: ({ at }) => <RelativeTime at={at} /> },
];

/** Every result of a test, newest first. */
export function HistoryTable({ results }: HistoryTableProps) {
  return (
    <Table
      label="Results of this test"
      columns={columns}
      rows={results}
      rowKey={({ resultSetId, at }) => `${resultSetId} ${at}`}
    />
  );
}
