import { ClippedText } from '#components/ui/clipped-text.tsx';
import { type Column, Table } from '#components/ui/table.tsx';

/** A test that was failing when runs ended. */
export type BlockingTest = {
  id: string;
  href: string;
  name: string;
  suite: string;
  failing: number;
  lastRun: number;
};

export type BlockingTestsProps = { tests: readonly BlockingTest[] };

const columns: readonly Column<BlockingTest>[] = [
  {
    key: 'test',
    title: 'Test',
    keep: true,
    grow: true,
    cell: ({ name, suite }) => (
      <span className="flex min-w-0 flex-col">
        <span className="tabular truncate">
          <ClippedText text={name} limit={120} />
        </span>
        <span className="truncate text-ink-muted text-xs">
          <ClippedText text={suite} limit={80} />
        </span>
      </span>
    ),
  },
  {
    key: 'runs',
    title: 'Runs that ended with it',
    align: 'end',
    keep: true,
    cell: ({ failing }) => <span className="tabular">{failing}</span>,
  },
  { key: 'last', title: 'Last', align: 'end', cell: ({ lastRun }) => <span className="tabular">#{lastRun}</span> },
];

/** Tests that stand between a project and its goals. */
export function BlockingTests({ tests }: BlockingTestsProps) {
  return (
    <Table
      label="Tests that do not pass"
      columns={columns}
      rows={tests}
      rowKey={({ id }) => id}
      rowHref={({ href }) => href}
      empty={<p className="py-2 text-ink-muted text-sm">The last runs ended with every test passing.</p>}
    />
  );
}
