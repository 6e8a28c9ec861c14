import { SafeText } from '#components/ui/safe-text.tsx';
import { type Column, Table } from '#components/ui/table.tsx';
import type { SuspiciousLines as Lines } from '#lib/repair/records.ts';

type Line = Lines['lines'][number];

const columns: readonly Column<Line>[] = [
  {
    key: 'place',
    title: 'Line',
    keep: true,
    grow: true,
    cell: ({ path, line }) => (
      <span className="tabular">
        <SafeText text={`${path}:${line}`} />
      </span>
    ),
  },
  { key: 'score', title: 'Suspicion', keep: true, align: 'end', cell: ({ score }) => score.toFixed(2) },
  { key: 'failing', title: 'Failing tests', align: 'end', cell: ({ failing }) => failing },
  { key: 'passing', title: 'Passing tests', align: 'end', cell: ({ passing }) => passing },
];

const shown = 10;

/** Where failing tests point at: the lines that they execute and that passing ones do not. */
export function SuspiciousLines({ suspicious: { by, lines } }: { suspicious: Lines }) {
  if (lines.length === 0) return null;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="text-ink-muted text-sm">The first of the suspicious lines, judged by {by}:</p>
      <Table
        label="Suspicious lines"
        columns={columns}
        rows={lines.slice(0, shown)}
        rowKey={({ path, line }) => `${path}:${line}`}
      />
    </div>
  );
}
