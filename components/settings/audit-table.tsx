import type { ReactNode } from 'react';
import { ClippedText } from '#components/ui/clipped-text.tsx';
import { Link } from '#components/ui/link.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { type Column, Table } from '#components/ui/table.tsx';

/** One act of a person. */
export type AuditLine = {
  id: number;
  /** Epoch milliseconds. */
  at: number;
  actor: string;
  action: string;
  targetKind: string;
  targetId: string;
  run: number | null;
  href: string | null;
  project: string | null;
  door: string;
  address: string | null;
  /** What it changed, a piece for each field. */
  change: readonly string[];
};

const doorWords: Readonly<Record<string, string>> = { web: 'browser', cli: 'command line', api: 'token' };

const columns: readonly Column<AuditLine>[] = [
  { key: 'at', title: 'When', keep: true, cell: ({ at }) => <RelativeTime at={at} /> },
  { key: 'actor', title: 'Who', keep: true, cell: ({ actor }) => <Who actor={actor} /> },
  {
    key: 'action',
    title: 'What',
    keep: true,
    cell: ({ action }) => (
      <code className="tabular">
        <ClippedText text={action} limit={48} />
      </code>
    ),
  },
  { key: 'target', title: 'Which thing', cell: (line) => <Target {...line} /> },
  {
    key: 'change',
    title: 'Change',
    grow: true,
    cell: ({ change }) => <SafeText text={change.join('; ')} limit={160} />,
  },
  {
    key: 'door',
    title: 'From',
    cell: ({ door, address }) => (
      <span className="text-ink-muted">{[doorWords[door] ?? door, address].filter(Boolean).join(', ')}</span>
    ),
  },
];

/** Who did what to which thing, from where, and what it changed. */
export function AuditTable({ lines, empty }: { lines: readonly AuditLine[]; empty: ReactNode }) {
  return <Table label="Audit log" columns={columns} rows={lines} rowKey={({ id }) => String(id)} empty={empty} />;
}

function Who({ actor }: { actor: string }) {
  return (
    <span className="block max-w-28 truncate md:max-w-none">
      <ClippedText text={actor} limit={48} />
    </span>
  );
}

function Target({ targetKind, targetId, run, href, project }: AuditLine) {
  if (run !== null && href !== null)
    return (
      <Link href={href}>
        {project === null ? '' : `${project} `}#{run}
      </Link>
    );
  return (
    <>
      {targetKind} <ClippedText text={targetId} limit={14} />
    </>
  );
}
