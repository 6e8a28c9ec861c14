import { RelativeTime } from '#components/ui/relative-time.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { type Column, Table } from '#components/ui/table.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import { count, counted } from '#lib/format/count.ts';
import { buildWords } from './build-words.ts';
import type { ImportRow } from './types.ts';

export type ImportTableProps = { imports: readonly ImportRow[] };

const columns: readonly Column<ImportRow>[] = [
  {
    key: 'import',
    title: 'Import',
    keep: true,
    cell: ({ number, project }) => (
      <span className="flex flex-col">
        <span className="tabular">#{number}</span>
        <span className="text-ink-muted text-xs">
          <SafeText text={project} limit={40} />
        </span>
      </span>
    ),
  },
  {
    key: 'build',
    title: 'Build',
    grow: true,
    keep: true,
    cell: (row) => (
      <span className="block truncate">
        <SafeText text={buildWords(row) || 'not described'} limit={160} />
      </span>
    ),
  },
  { key: 'tests', title: 'Tests', keep: true, align: 'end', cell: (row) => <TestsOf row={row} /> },
  {
    key: 'skipped',
    title: 'Skipped, not run',
    align: 'end',
    cell: ({ tests }) => <span className="tabular">{count(tests.skipped + tests.notRun)}</span>,
  },
  { key: 'files', title: 'Files', align: 'end', cell: ({ files }) => <FilesOf files={files} /> },
  { key: 'at', title: 'Measured', align: 'end', cell: ({ measuredAt }) => <RelativeTime at={measuredAt} /> },
];

/** What came in, a line for each build. */
export function ImportTable({ imports }: ImportTableProps) {
  return (
    <Table
      label="Imports of results"
      columns={columns}
      rows={imports}
      rowKey={({ number }) => String(number)}
      rowHref={({ number }) => `/results/${number}`}
    />
  );
}

function TestsOf({ row: { tests, files } }: { row: ImportRow }) {
  const failing = tests.failed + tests.errors;
  const all = failing + tests.passed;
  if (all === 0) return <ToneMark tone="idle">{files.waiting > 0 ? 'waits to be read' : 'no test ran'}</ToneMark>;
  if (failing > 0) return <ToneMark tone="bad">{`${count(failing)} of ${count(all)} fail`}</ToneMark>;
  if (tests.flaky > 0)
    return <ToneMark tone="attention">{`${count(all)} pass, ${count(tests.flaky)} on a retry`}</ToneMark>;
  return <ToneMark tone="good">{`${count(all)} pass`}</ToneMark>;
}

function FilesOf({ files }: { files: ImportRow['files'] }) {
  const notes = [
    files.setAside > 0 && `${files.setAside} set aside`,
    files.waiting > 0 && `${files.waiting} waiting`,
    files.same > 0 && `${files.same} known before`,
  ].filter(Boolean);
  return (
    <span className="tabular">
      {counted(files.all, 'file')}
      {notes.length > 0 && <span className="text-ink-muted">, {notes.join(', ')}</span>}
    </span>
  );
}
