import { ClippedText } from '#components/ui/clipped-text.tsx';
import { Link } from '#components/ui/link.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { type Column, Table } from '#components/ui/table.tsx';
import { cellText } from '#lib/report/cell-text.ts';
import type { ReportColumn } from '#lib/report/report.ts';

/** A row behind a number: what it is, where it is shown, and what it adds to the sums. */
export type BehindLine = {
  /** Epoch milliseconds. */
  at: number;
  what: string;
  href: string | null;
  amounts: Readonly<Record<string, number>>;
};

export type BehindTableProps = { label: string; columns: readonly ReportColumn[]; rows: readonly BehindLine[] };

/** The rows behind a number. */
export function BehindTable({ label, columns, rows }: BehindTableProps) {
  const sums = columns.filter(({ key }) => rows.some(({ amounts }) => key in amounts));
  const shown: Column<BehindLine & { n: number }>[] = [
    { key: 'what', title: 'What', keep: true, grow: true, cell: whatOf },
    { key: 'at', title: 'When', keep: true, cell: ({ at }) => <RelativeTime at={at} /> },
    ...sums.map(({ key, title, unit }) => ({
      key,
      title,
      align: 'end' as const,
      cell: ({ amounts }: BehindLine) => <span className="tabular">{cellText(amounts[key] ?? 0, unit)}</span>,
    })),
  ];
  return (
    <Table label={label} columns={shown} rows={rows.map((row, n) => ({ ...row, n }))} rowKey={({ n }) => String(n)} />
  );
}

function whatOf({ what, href }: BehindLine) {
  const text = <ClippedText text={what} limit={120} />;
  return href === null ? text : <Link href={href}>{text}</Link>;
}
