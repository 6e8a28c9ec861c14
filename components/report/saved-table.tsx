import { Button } from '#components/ui/button.tsx';
import { ClippedText } from '#components/ui/clipped-text.tsx';
import { Link } from '#components/ui/link.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { type Column, Table } from '#components/ui/table.tsx';

/** A saved report as its row shows it. */
export type SavedFace = {
  id: string;
  name: string;
  question: string;
  /** Null for a report that this release does not know. */
  href: string | null;
  createdBy: string;
  channel: string | null;
  /** When it is sent next, epoch milliseconds; null when it is not. */
  nextAt: number | null;
  /** Why it was not sent the last time. */
  trouble: string | null;
};

export type SavedTableProps = {
  saved: readonly SavedFace[];
  onSchedule: (saved: SavedFace) => void;
  onRemove: (saved: SavedFace) => void;
};

/** Reports that people keep: where they lead, and when they are sent. */
export function SavedTable({ saved, onSchedule, onRemove }: SavedTableProps) {
  const columns: Column<SavedFace>[] = [
    { key: 'name', title: 'Name', keep: true, grow: true, cell: nameOf },
    { key: 'question', title: 'Question', cell: ({ question }) => question },
    { key: 'by', title: 'By', cell: ({ createdBy }) => <ClippedText text={createdBy} limit={40} /> },
    { key: 'sent', title: 'Sent next', keep: true, cell: sentOf },
    {
      key: 'acts',
      title: '',
      align: 'end',
      cell: (row) => (
        <span className="inline-flex gap-1">
          <Button kind="quiet" onClick={() => onSchedule(row)}>
            Send…
          </Button>
          <Button kind="quiet" onClick={() => onRemove(row)}>
            Remove
          </Button>
        </span>
      ),
    },
  ];
  return <Table label="Saved reports" columns={columns} rows={saved} rowKey={({ id }) => id} />;
}

function nameOf({ name, href }: SavedFace) {
  const text = <ClippedText text={name} limit={80} />;
  return href === null ? text : <Link href={href}>{text}</Link>;
}

function sentOf({ nextAt, channel, trouble }: SavedFace) {
  if (trouble !== null) return <span className="text-bad">not sent: {trouble}</span>;
  if (nextAt === null) return <span className="text-ink-faint">never</span>;
  return (
    <>
      <RelativeTime at={nextAt} /> through <ClippedText text={channel ?? 'no channel'} limit={40} />
    </>
  );
}
