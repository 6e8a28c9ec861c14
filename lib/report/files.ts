import { csvLine } from '../format/csv.ts';
import type { ReportDefinition, ReportRow } from './report.ts';
import type { Span } from './span.ts';

interface Told {
  readonly id: string;
  readonly definition: ReportDefinition;
  readonly rows: readonly ReportRow[];
  readonly span: Span;
  readonly zone: string;
}

/** A report as a CSV file; columns of milliseconds and ratios say so, numbers are whole ones of their unit. */
export function reportCsv({ definition: { columns }, rows }: Pick<Told, 'definition' | 'rows'>): string {
  const head = csvLine(columns.map(({ title, unit }) => `${title}${units[unit] ?? ''}`));
  return head + rows.map((row) => csvLine(columns.map(({ key }) => row[key] ?? null))).join('');
}

const units: Readonly<Record<string, string>> = { ms: ' (ms)', ratio: ' (0 to 1)' };

/** A report as JSON, with its formula and the days and zone that it is about. */
export function reportJson({ id, definition, rows, span, zone }: Told): string {
  const { question, formula, columns } = definition;
  return JSON.stringify({ report: id, question, formula, ...span, zone, columns, rows });
}
