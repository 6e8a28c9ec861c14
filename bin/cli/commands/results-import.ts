import type { Pool } from 'pg';
import { describeIssues } from '#lib/describe-issues.ts';
import { DomainError } from '#lib/errors.ts';
import { type BuildFacts, buildFactsSchema } from '#lib/results/build-facts.ts';
import { createRedaction, secretsOf } from '#server/artifacts/redaction.ts';
import { joinLate } from '#server/results/identity/change-rules.ts';
import { importResults } from '#server/results/import/import-results.ts';
import { fileFormats, isFileFormat } from '#server/results/import/is-file-format.ts';
import { keepFile } from '#server/results/import/keep-file.ts';
import { type FileFormat, type Reading, type ReadOptions, readResults } from '#server/results/import/read-results.ts';
import { identityRulesOf } from '#server/store/identity-rules.ts';
import { addReadFile } from '#server/store/imports/import-files.ts';
import { importOfBuild } from '#server/store/imports/import-of-build.ts';
import { projectForResults } from '#server/store/project-named.ts';
import { signed } from '#server/store/signed.ts';
import { actor } from '../actor.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { asideReport, type FileReport, readReport, reportLines } from '../results/file-report.ts';
import { type ResultFile, resultFiles } from '../results/result-files.ts';
import { withStack } from '../with-stack.ts';

interface ImportOptions {
  readonly project?: string;
  readonly format?: string;
  readonly check?: true;
  readonly json?: true;
  readonly branch?: string;
  readonly commit?: string;
  readonly build?: string;
  readonly environment?: string;
  readonly board?: string;
  readonly release?: string;
  readonly at?: string;
}

/** `firmloop results import`: reads files of test results into a project's history, or with `--check` only reads them. */
export async function resultsImport(paths: readonly string[], options: ImportOptions): Promise<ExitCode> {
  const format = formatOf(options.format);
  const redact = createRedaction(secretsOf(process.env));
  if (options.check) return told(await check(paths, { format, redact }), options.json, {});
  const facts = factsOf(options);
  const { project } = options;
  if (project === undefined)
    throw new DomainError('BAD_INPUT', 'It is not said whose results these are.', {
      next: 'Give --project NAME, or --check to read them only.',
    });
  return await withStack({ runner: false }, async ({ pool: plain }) => {
    const pool = signed(plain, { actor: actor(), door: 'cli', address: null });
    const { id: projectId, name } = await projectForResults(pool, project);
    const rules = await identityRulesOf(pool, projectId);
    const { id: importId, number } = await importOfBuild(pool, { projectId, facts, by: actor() });
    const reports: FileReport[] = [];
    const target: Target = { pool, projectId, importId, facts, options: { format, redact, identityRules: rules } };
    for await (const file of resultFiles(paths)) reports.push(await importFile(target, file));
    await joinLate(pool, { projectId, readBy: rules });
    return told(reports, options.json, { project: name, import: number });
  });
}

async function check(paths: readonly string[], options: ReadOptions): Promise<FileReport[]> {
  const reports: FileReport[] = [];
  for await (const { name, source } of resultFiles(paths)) {
    const results = 'reason' in source ? source : (await readResults(source, options)).results;
    reports.push('reason' in results ? asideReport(name, results.reason) : readReport(name, 'checked', results, null));
  }
  return reports;
}

interface Target {
  readonly pool: Pool;
  readonly projectId: string;
  readonly importId: string;
  readonly facts: BuildFacts;
  readonly options: ReadOptions;
}

async function importFile(target: Target, { name, source }: ResultFile): Promise<FileReport> {
  if ('reason' in source) return asideReport(name, source.reason);
  const reading = await readResults(source, target.options);
  const { results } = reading;
  if ('reason' in results) {
    const { redact = (text: string) => text } = target.options;
    const { blob } = await keepFile(target.pool, redact, source());
    await noteFile(target, name, reading, { state: 'set_aside', reason: results.reason }, blob);
    return asideReport(name, results.reason);
  }
  const end = await importResults(target.pool, { ...target, name, sha256: reading.sha256, parsed: results });
  await noteFile(target, name, reading, end, null);
  return readReport(name, end.state, results, end.resultSetId);
}

async function noteFile(
  { pool, importId, options }: Target,
  name: string,
  { sha256, bytes }: Reading,
  end: Parameters<typeof addReadFile>[2],
  blob: string | null,
): Promise<void> {
  await addReadFile(pool, { importId, name, bytes, sha256, askedFormat: options.format ?? null, blob }, end);
}

/** Exit code 1 says that a file was set aside; failing tests are what a gate is for. */
function told(reports: readonly FileReport[], json: true | undefined, about: Record<string, unknown>): ExitCode {
  if (json) console.log(JSON.stringify({ ...about, files: reports }));
  else {
    console.log(reportLines(reports, process.stdout.columns).join('\n'));
    if (about.import !== undefined) console.log(`\nImport #${about.import} of ${about.project}.`);
  }
  return reports.some(({ state }) => state === 'set aside') ? exitCode.failure : exitCode.success;
}

function factsOf({ branch, commit, build, environment, board, release, at }: ImportOptions): BuildFacts {
  const parsed = buildFactsSchema.safeParse({ branch, commit, build, environment, board, release, measuredAt: at });
  if (parsed.success) return parsed.data;
  throw new DomainError('BAD_INPUT', `The build cannot be described so: ${describeIssues(parsed.error)}.`);
}

function formatOf(asked: string | undefined): FileFormat | undefined {
  if (asked === undefined || isFileFormat(asked)) return asked;
  throw new DomainError('BAD_INPUT', `There is no format ${asked}.`, { next: `Known: ${fileFormats.join(', ')}.` });
}
