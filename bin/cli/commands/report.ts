import type { Pool } from 'pg';
import { describeIssues } from '#lib/describe-issues.ts';
import { DomainError } from '#lib/errors.ts';
import { cellText } from '#lib/report/cell-text.ts';
import { reportCsv, reportJson } from '#lib/report/files.ts';
import { type ReportFilter, reportFilter } from '#lib/report/filter.ts';
import { plotOf } from '#lib/report/plot.ts';
import { type ReportId, reportIds, reports } from '#lib/report/reports.ts';
import { sentenceOf } from '#lib/report/sentence.ts';
import { type ReadReport, readReport } from '#server/report/read-report.ts';
import { projectNamed } from '#server/store/project-named.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { table } from '../table.ts';
import { withStack } from '../with-stack.ts';

interface ReportOptions extends Omit<ReportFilter, 'project'> {
  /** Its name. */
  readonly project?: string;
  readonly json?: true;
  readonly csv?: true;
}

/** Whoever can open the database may read everything. */
const everywhere = { projects: null, sites: null };

/** `firmloop report`: what history says about one question, or which questions there are. */
export async function report(
  named: string | undefined,
  { json, csv, project, ...words }: ReportOptions,
): Promise<ExitCode> {
  if (named === undefined) {
    console.log(table(reportIds.map((id) => [id, reports[id].question])).join('\n'));
    return exitCode.success;
  }
  const id = idNamed(named);
  const parsed = reportFilter.safeParse(words);
  if (!parsed.success) throw new DomainError('BAD_INPUT', describeIssues(parsed.error));
  await withStack({ runner: false }, async ({ pool }) => {
    const filter = { ...parsed.data, ...(project !== undefined && { project: await idOf(pool, project) }) };
    const read = await readReport(pool, id, filter, everywhere);
    if (csv) process.stdout.write(reportCsv(read));
    else console.log(json ? reportJson(read) : inWords(read));
  });
  return exitCode.success;
}

function idNamed(named: string): ReportId {
  const id = reportIds.find((one) => one === named);
  if (id !== undefined) return id;
  throw new DomainError('NOT_FOUND', `There is no report ${named}.`, { next: `Known are ${reportIds.join(', ')}.` });
}

async function idOf(pool: Pool, name: string): Promise<string> {
  const found = await projectNamed(pool, name);
  if (found !== null) return found.id;
  throw new DomainError('NOT_FOUND', `There is no project ${name}.`, {
    next: '`firmloop runs` shows the names of projects.',
  });
}

function inWords(read: ReadReport): string {
  const { definition, rows, span, zone } = read;
  const { columns } = definition;
  const lines = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ key, unit }) => cellText(row[key], unit))),
  ];
  return [
    `${definition.question} (${span.from} to ${span.to}, days of ${zone})`,
    rows.length === 0 ? 'Nothing in these days.' : sentenceOf(plotOf(definition, rows, read)),
    ...(rows.length === 0 ? [] : ['', ...table(lines)]),
    '',
    definition.formula,
  ].join('\n');
}
