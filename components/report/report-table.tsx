import { ClippedText } from '#components/ui/clipped-text.tsx';
import { type Column, Table } from '#components/ui/table.tsx';
import { cellText } from '#lib/report/cell-text.ts';
import type { ReportColumn, ReportRow } from '#lib/report/report.ts';

export type ReportTableProps = {
  label: string;
  columns: readonly ReportColumn[];
  rows: readonly ReportRow[];
  /** Where the rows behind a row are listed. */
  hrefOf: (row: ReportRow) => string;
};

/** The numbers behind a chart. A row leads to what it was counted from. */
export function ReportTable({ label, columns, rows, hrefOf }: ReportTableProps) {
  const shown = columns.map<Column<ReportRow>>(({ key, title, unit }, index) => ({
    key,
    title,
    keep: index < 3,
    ...(unit === 'text' ? {} : { align: unit === 'period' ? 'start' : 'end' }),
    cell: (row) =>
      unit === 'text' ? (
        <span className="font-mono">
          <ClippedText text={cellText(row[key], unit)} limit={60} />
        </span>
      ) : (
        <span className="tabular">{cellText(row[key], unit)}</span>
      ),
  }));
  return <Table label={label} columns={shown} rows={rows} rowKey={hrefOf} rowHref={hrefOf} />;
}
