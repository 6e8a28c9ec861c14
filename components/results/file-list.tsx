import { Button } from '#components/ui/button.tsx';
import { Link } from '#components/ui/link.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { type Column, Table } from '#components/ui/table.tsx';
import type { Tone } from '#components/ui/tone.ts';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import { bytes } from '#lib/format/bytes.ts';
import { count } from '#lib/format/count.ts';
import type { FileRow } from './types.ts';

export type FileListProps = {
  files: readonly FileRow[];
  /** Names the import too, where files of several stand together. */
  withImport?: boolean;
  /** Missing for somebody who may not import. */
  onRetry?: ((file: FileRow) => void) | undefined;
  /** The file that is being put back to wait. */
  retrying?: string | undefined;
};

const stateFaces = {
  waiting: { tone: 'busy', word: 'waits to be read' },
  working: { tone: 'busy', word: 'is being read' },
  stored: { tone: 'good', word: 'stored' },
  same: { tone: 'idle', word: 'known before: the same bytes of the same build' },
  set_aside: { tone: 'bad', word: 'set aside' },
} as const satisfies Record<FileRow['state'], { tone: Tone; word: string }>;

/** Files that came in, what became of each, and the way to try one again. */
export function FileList({ files, withImport = false, onRetry, retrying }: FileListProps) {
  const columns: Column<FileRow>[] = [
    {
      key: 'file',
      title: 'File',
      grow: true,
      keep: true,
      cell: (file) => <FileCell file={file} withImport={withImport} />,
    },
    {
      key: 'state',
      title: 'State',
      keep: true,
      cell: ({ state }) => <ToneMark tone={stateFaces[state].tone}>{stateFaces[state].word}</ToneMark>,
    },
    { key: 'format', title: 'Format', cell: ({ format }) => format ?? '–' },
    {
      key: 'tests',
      title: 'Tests',
      align: 'end',
      cell: ({ counts }) => <span className="tabular">{counts === null ? '–' : count(counts.cases ?? 0)}</span>,
    },
    { key: 'size', title: 'Size', align: 'end', cell: (file) => <span className="tabular">{bytes(file.bytes)}</span> },
    { key: 'at', title: 'Came', align: 'end', cell: ({ receivedAt }) => <RelativeTime at={receivedAt} /> },
    {
      key: 'acts',
      title: '',
      keep: true,
      align: 'end',
      cell: (file) =>
        file.state === 'set_aside' && onRetry !== undefined && file.isKept ? (
          <Button disabled={retrying === file.id} onClick={() => onRetry(file)}>
            Read again
          </Button>
        ) : (
          file.resultSetId !== null && <TakeAlong set={file.resultSetId} />
        ),
    },
  ];
  return <Table label="Files with results" columns={columns} rows={files} rowKey={({ id }) => id} />;
}

/** What a file brought, as files of formats that other programs read. */
function TakeAlong({ set }: { set: string }) {
  return (
    <span className="inline-flex gap-2">
      <Link href={`/api/results/${set}`}>JSON</Link>
      <Link href={`/api/results/${set}?format=junit`}>JUnit</Link>
    </span>
  );
}

const shownWarnings = 20;

function FileCell({
  file: { name, reason, warnings, import: number, project },
  withImport,
}: {
  file: FileRow;
  withImport: boolean;
}) {
  return (
    <div className="flex min-w-0 flex-col py-1">
      <span className="tabular truncate">
        <SafeText text={name} limit={200} />
        {withImport && (
          <span className="text-ink-muted">
            {' '}
            · <SafeText text={project} limit={60} /> #{number}
          </span>
        )}
      </span>
      {reason !== null && (
        <span className="wrap-anywhere whitespace-normal text-ink-muted text-xs">
          <SafeText text={reason} limit={400} />
        </span>
      )}
      {warnings.length > 0 && (
        <details className="text-xs">
          <summary className="cursor-pointer text-ink-muted">{warnings.length} noted while reading</summary>
          <ul className="flex flex-col gap-0.5 py-1 whitespace-normal">
            {warnings.slice(0, shownWarnings).map(({ line, text }) => (
              <li key={`${line} ${text}`} className="wrap-anywhere">
                {line !== null && <span className="tabular text-ink-muted">line {line}: </span>}
                <SafeText text={text} limit={300} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
