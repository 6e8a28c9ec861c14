import { amount, type ReportRow } from './report.ts';

/** Which columns of a report of tests say what of a test case. */
export interface JunitColumns {
  readonly name: string;
  readonly classname: string;
  /** Milliseconds that one execution takes. */
  readonly ms: string;
}

/** Characters that XML 1.0 has no way to write. */
const unwritable = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** A report of tests as a JUnit file with a case for each test, for tools that know no other format. */
export function reportJunit(question: string, columns: JunitColumns, rows: readonly ReportRow[]): string {
  const cases = rows.map((row) => {
    const [name, classname] = [row[columns.name], row[columns.classname]].map((cell) => escaped(String(cell ?? '')));
    return `  <testcase name="${name}" classname="${classname}" time="${secondsOf(row, columns)}"/>\n`;
  });
  const time = rows.reduce((sum, row) => sum + Number(secondsOf(row, columns)), 0).toFixed(3);
  const head = `<testsuite name="${escaped(question)}" tests="${rows.length}" failures="0" errors="0" skipped="0" time="${time}">`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${head}\n${cases.join('')}</testsuite>\n`;
}

function secondsOf(row: ReportRow, { ms }: JunitColumns): string {
  return (amount(row, ms) / 1_000).toFixed(3);
}

function escaped(text: string): string {
  return text
    .replace(unwritable, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replace(/[\t\n\r]/g, ' ');
}
