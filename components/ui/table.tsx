import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Link } from './link.tsx';

export type Column<Row> = {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  /** Stays on a narrow screen; keep at most three. */
  keep?: boolean;
  /** Takes the room the others leave. */
  grow?: boolean;
};

export type TableProps<Row> = {
  /** Read aloud as the table's name. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Where a row leads; the whole row is then one link, started by its first cell. */
  rowHref?: (row: Row) => string | undefined;
  empty?: ReactNode;
};

/** A dense table. Below 768 px only the columns marked `keep` remain. */
export function Table<Row>({ label, columns, rows, rowKey, rowHref, empty }: TableProps<Row>) {
  if (rows.length === 0 && empty !== undefined) return empty;
  return (
    <div className="relative min-w-0 overflow-x-auto">
      <table aria-label={label} className="w-full border-collapse text-left text-sm">
        <thead>
          <tr className="border-line border-b text-ink-muted text-xs">
            {columns.map((column) => (
              <th key={column.key} scope="col" className={cx('h-7 px-2 font-medium', placeOf(column))}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={rowKey(row)} row={row} columns={columns} href={rowHref?.(row)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type TableRowProps<Row> = { row: Row; columns: readonly Column<Row>[]; href: string | undefined };

function TableRow<Row>({ row, columns, href }: TableRowProps<Row>) {
  return (
    <tr className={cx('relative border-line border-b last:border-b-0', href !== undefined && 'hover:bg-sunken')}>
      {columns.map((column, index) => (
        <td key={column.key} className={cx('h-9 px-2 py-1', placeOf(column))}>
          {index === 0 && href !== undefined ? (
            <Link kind="bare" href={href} data-row className="after:absolute after:inset-0">
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

function placeOf({ align, keep, grow }: Pick<Column<never>, 'align' | 'keep' | 'grow'>): string {
  return cx(
    align === 'end' && 'text-right',
    keep ? undefined : 'hidden md:table-cell',
    grow ? 'w-full max-w-0' : 'whitespace-nowrap',
  );
}
