import type { JunitColumns } from './junit.ts';

/** How a column's values are read: `ms` are milliseconds, a `ratio` goes from 0 to 1, a `period` is the day that it begins. */
export type Unit = 'text' | 'period' | 'count' | 'number' | 'ratio' | 'ms' | 'money';

/** Null is unknown, such as a ratio of nothing. */
export type Cell = string | number | null;
export type ReportRow = Readonly<Record<string, Cell>>;

export interface ReportColumn {
  readonly key: string;
  readonly title: string;
  readonly unit: Unit;
  /** Rows behind a number add up to it; left out for what is computed of sums. */
  readonly sums?: true;
}

/** What a report can be narrowed down to beside its days. */
export type FilterName = 'project' | 'branch' | 'environment' | 'boardType' | 'by';

/** What names a row: a day, a whole number, an id or any text. */
export type KeyKind = 'text' | 'day' | 'number' | 'id';

/** The one drawing that answers; it names columns. */
export type ReportChart =
  | { readonly kind: 'line'; readonly x: string; readonly y: string }
  | { readonly kind: 'stack'; readonly x: string; readonly series: string; readonly y: string }
  | { readonly kind: 'columns'; readonly x: string; readonly ys: readonly string[] }
  | { readonly kind: 'bars'; readonly names: readonly string[]; readonly y: string };

/** A question that history answers. Its rows come from a query of the same name in server/store/reports. */
export interface ReportDefinition {
  readonly question: string;
  /** How its numbers are made, in sentences for its reader. */
  readonly formula: string;
  readonly filters: readonly FilterName[];
  /** In the order of the table. */
  readonly columns: readonly ReportColumn[];
  /** The fields that name a row, by what they hold; the rows behind it are asked for by them. */
  readonly keys: Readonly<Record<string, KeyKind>>;
  readonly chart: ReportChart;
  /** What a row behind a number is. */
  readonly behind: string;
  /** How these rows are sorted, as a sentence; left out where the newest come first. */
  readonly order?: string;
  /** Only a report of tests is one of test cases too. */
  readonly junit?: JunitColumns;
  /** Sums as the query gives them, with what is computed of them, in the order in which they are shown. */
  readonly shape: (sums: readonly ReportRow[]) => ReportRow[];
}

/** A number of a row; 0 where there is none. */
export function amount(row: ReportRow, key: string): number {
  const cell = row[key];
  return typeof cell === 'number' ? cell : 0;
}

/** One number by another; null where there is nothing to divide by. */
export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
