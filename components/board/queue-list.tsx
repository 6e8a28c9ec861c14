import { RelativeTime } from '#components/ui/relative-time.tsx';
import { type Column, Table } from '#components/ui/table.tsx';
import { duration } from '#lib/format/duration.ts';
import { Holder } from './occupancy-mark.tsx';
import type { QueueEntry } from './types.ts';

const columns: readonly Column<QueueEntry>[] = [
  { key: 'who', title: 'Who', keep: true, cell: (entry) => <Holder hold={entry} /> },
  {
    key: 'wants',
    title: 'Waits for',
    keep: true,
    grow: true,
    cell: (entry) => <span className="tabular block truncate">{entry.wants.join(', ')}</span>,
  },
  {
    key: 'for',
    title: 'For',
    align: 'end',
    cell: (entry) => <span className="tabular">{duration(entry.minutes * 60_000)}</span>,
  },
  {
    key: 'priority',
    title: 'Priority',
    align: 'end',
    cell: (entry) => <span className="tabular">{entry.priority}</span>,
  },
  {
    key: 'place',
    title: 'Place',
    align: 'end',
    cell: (entry) => <span className="tabular">{entry.position ?? '–'}</span>,
  },
  {
    key: 'expected',
    title: 'At the earliest',
    keep: true,
    cell: (entry) =>
      entry.expected === null ? (
        <span className="text-ink-muted">when one is back</span>
      ) : (
        <RelativeTime at={entry.expected} />
      ),
  },
];

/** Who waits for boards, in the order of their turns. */
export function QueueList({ queue }: { queue: readonly QueueEntry[] }) {
  return <Table label="Queue" columns={columns} rows={queue} rowKey={(entry) => entry.id} />;
}
