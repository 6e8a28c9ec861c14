import type { ReactNode } from 'react';
import { Section } from '#components/ui/section.tsx';
import { type Column, Table } from '#components/ui/table.tsx';
import { isFreeNow } from '#lib/boards/availability.ts';
import { HealthMark } from './health-mark.tsx';
import { OccupancyMark } from './occupancy-mark.tsx';
import type { BoardFace } from './types.ts';

const columns: readonly Column<BoardFace>[] = [
  {
    key: 'board',
    title: 'Board',
    keep: true,
    cell: (board) => (
      <span
        title={board.name}
        className="tabular block w-28 whitespace-normal wrap-anywhere md:w-auto md:min-w-44 md:max-w-96 md:truncate"
      >
        {board.name}
      </span>
    ),
  },
  {
    key: 'health',
    title: 'Health',
    keep: true,
    cell: (board) => (
      <span className="block w-28">
        <HealthMark board={board} />
      </span>
    ),
  },
  { key: 'occupancy', title: 'Occupancy', keep: true, grow: true, cell: (board) => <OccupancyMark board={board} /> },
  {
    key: 'tags',
    title: 'Tags',
    cell: (board) => <span className="block min-w-48 text-ink-muted">{board.tags.join(' ')}</span>,
  },
];

/** The boards by site and type, each with what it is worth and who has it. */
export function FleetTable({ boards, empty }: { boards: readonly BoardFace[]; empty: ReactNode }) {
  if (boards.length === 0) return empty;
  const groups = [...Map.groupBy(boards, ({ site, type }) => `${site} · ${type}`)].sort(([a], [b]) => (a < b ? -1 : 1));
  return (
    <div className="flex flex-col gap-5">
      {groups.map(([name, members]) => (
        <Section key={name} title={name} aside={<span className="tabular">{summaryOf(members)}</span>}>
          <Table
            label={`Boards ${name}`}
            columns={columns}
            rows={members}
            rowKey={(board) => board.id}
            rowHref={(board) => `/boards/${board.id}`}
          />
        </Section>
      ))}
    </div>
  );
}

function summaryOf(boards: readonly BoardFace[]): string {
  const free = boards.filter(isFreeNow).length;
  return `${free} of ${boards.length} free`;
}
