import { reportHref } from './address.ts';
import { cellText } from './cell-text.ts';
import type { ReportFilter } from './filter.ts';
import { plotOf } from './plot.ts';
import type { ReportDefinition, ReportRow } from './report.ts';
import type { ReportId } from './reports.ts';
import { sentenceOf } from './sentence.ts';
import type { Span, Step } from './span.ts';

/** A letter has so many rows; the page has the others. */
const mostRows = 12;
/** Columns beside those that name a row; more would not fit into a line. */
const mostColumns = 5;

interface Told {
  readonly id: ReportId;
  readonly definition: ReportDefinition;
  readonly span: Span;
  readonly by: Step;
  readonly zone: string;
  readonly rows: readonly ReportRow[];
}

/** A report as a letter: its question, the answer in a sentence, the newest or greatest rows, and where the page is. */
export function reportLetter(
  name: string,
  told: Told,
  filter: ReportFilter,
): { title: string; text: string; path: string } {
  const { id, definition, rows, span, zone } = told;
  const columns = definition.columns.slice(0, mostColumns);
  const isTrend = columns[0]?.unit === 'period';
  const shown = isTrend ? rows.slice(-mostRows) : rows.slice(0, mostRows);
  const lines = shown.map((row) =>
    columns.map(({ key, title, unit }) => `${title} ${cellText(row[key], unit)}`).join(', '),
  );
  return {
    title: `${name}: ${definition.question}`,
    text: [
      sentenceOf(plotOf(definition, rows, told)),
      `${span.from} to ${span.to}, days of ${zone}`,
      '',
      ...lines,
    ].join('\n'),
    path: reportHref(id, filter),
  };
}
