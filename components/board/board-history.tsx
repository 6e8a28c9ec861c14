import { RelativeTime } from '#components/ui/relative-time.tsx';
import { type Column, Table } from '#components/ui/table.tsx';

export type BoardHappening = { id: number; at: number; kind: string; actor: string; reason: string };

const columns: readonly Column<BoardHappening>[] = [
  { key: 'at', title: 'When', keep: true, cell: ({ at }) => <RelativeTime at={at} /> },
  { key: 'kind', title: 'What', keep: true, cell: ({ kind }) => <span>{kind.replaceAll('-', ' ')}</span> },
  { key: 'actor', title: 'Who', cell: ({ actor }) => actor },
  {
    key: 'reason',
    title: 'Why',
    keep: true,
    grow: true,
    cell: ({ reason }) => (
      <span title={reason} className="block truncate text-ink-muted">
        {reason}
      </span>
    ),
  },
];

/** What happened to a board, newest first. */
export function BoardHistory({ events }: { events: readonly BoardHappening[] }) {
  return <Table label="History" columns={columns} rows={events} rowKey={({ id }) => String(id)} />;
}
