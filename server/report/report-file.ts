import { reportCsv, reportJson } from '#lib/report/files.ts';
import { reportJunit } from '#lib/report/junit.ts';
import type { ReportDefinition } from '#lib/report/report.ts';
import { reportPdf } from './pdf/report-pdf.ts';
import type { ReadReport } from './read-report.ts';

const formats = {
  csv: { type: 'text/csv; charset=utf-8', ending: 'csv', write: reportCsv },
  json: { type: 'application/json; charset=utf-8', ending: 'json', write: reportJson },
  pdf: { type: 'application/pdf', ending: 'pdf', write: reportPdf },
  junit: {
    type: 'application/xml; charset=utf-8',
    ending: 'xml',
    write: ({ definition: { question, junit }, rows }: ReadReport) =>
      junit === undefined ? '' : reportJunit(question, junit, rows),
  },
} as const;
export type ReportFormat = keyof typeof formats;

/** The formats that a report can be written in: JUnit is for reports of tests. */
export function formatsOf({ junit }: Pick<ReportDefinition, 'junit'>): ReportFormat[] {
  return (Object.keys(formats) as ReportFormat[]).filter((format) => format !== 'junit' || junit !== undefined);
}

/** A report as a file. */
export async function reportFile(
  read: ReadReport,
  format: ReportFormat,
): Promise<{ type: string; name: string; body: string | Buffer<ArrayBuffer> }> {
  const { type, ending, write } = formats[format];
  return { type, name: `${read.id}.${ending}`, body: await write(read) };
}
