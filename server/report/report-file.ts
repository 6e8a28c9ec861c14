import { reportCsv, reportJson } from '#lib/report/files.ts';
import { reportPdf } from './pdf/report-pdf.ts';
import type { ReadReport } from './read-report.ts';

const formats = {
  csv: { type: 'text/csv; charset=utf-8', write: reportCsv },
  json: { type: 'application/json; charset=utf-8', write: reportJson },
  pdf: { type: 'application/pdf', write: reportPdf },
} as const;
export type ReportFormat = keyof typeof formats;

export const reportFormats = Object.keys(formats) as ReportFormat[];

export function isReportFormat(text: string): text is ReportFormat {
  return Object.hasOwn(formats, text);
}

/** A report as a file. */
export async function reportFile(
  read: ReadReport,
  format: ReportFormat,
): Promise<{ type: string; body: string | Buffer<ArrayBuffer> }> {
  const { type, write } = formats[format];
  return { type, body: await write(read) };
}
