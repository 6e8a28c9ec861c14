import { counted } from '#lib/format/count.ts';
import type { ParsedResults, ResultWarning } from '#lib/results/types.ts';
import { countsOfFile } from '#server/results/import/import-results.ts';
import { table } from '../table.ts';

/** What became of a file: `same` says that these bytes of this build were stored before. */
export type FileState = 'checked' | 'stored' | 'same' | 'set aside';

/** One file of an import as it is printed and as `--json` gives it. */
export interface FileReport {
  readonly file: string;
  readonly state: FileState;
  readonly format: string | null;
  readonly passed: number;
  readonly failed: number;
  readonly error: number;
  readonly skipped: number;
  readonly not_run: number;
  readonly infra: number;
  readonly cases: number;
  readonly attempts: number;
  readonly flaky: number;
  /** False when the end of the output is missing, or anything else that should be there. */
  readonly complete: boolean;
  /** Why it is not complete, or why it was set aside. */
  readonly reason: string | null;
  readonly warnings: readonly ResultWarning[];
  /** Id of the stored results. */
  readonly results: string | null;
}

const nothing = { passed: 0, failed: 0, error: 0, skipped: 0, not_run: 0, infra: 0, cases: 0, attempts: 0, flaky: 0 };

export function asideReport(file: string, reason: string): FileReport {
  return {
    ...{ file, state: 'set aside', format: null, ...nothing, complete: false, reason, warnings: [], results: null },
  };
}

export function readReport(file: string, state: FileState, parsed: ParsedResults, results: string | null): FileReport {
  const { passed, failed, errors, skipped, notRun, infra, cases, attempts, flaky } = countsOfFile(parsed);
  return {
    ...{ file, state, format: parsed.format, passed, failed, error: errors, skipped, not_run: notRun, infra },
    ...{ cases, attempts, flaky, complete: parsed.complete, reason: parsed.incompleteBecause ?? null },
    warnings: parsed.warnings,
    results,
  };
}

const stateWords = {
  checked: 'read',
  stored: 'stored',
  same: 'stored before: the same bytes of the same build',
  'set aside': 'set aside',
} as const satisfies Record<FileState, string>;

/** A table of the files, then what a person should know of each. */
export function reportLines(files: readonly FileReport[], width?: number): string[] {
  const heading = ['file', 'format', 'passed', 'failed', 'error', 'skipped', 'not run', 'cases', 'attempts', 'state'];
  const rows = files.map((one) => [
    one.file,
    one.format ?? '-',
    ...[one.passed, one.failed, one.error, one.skipped, one.not_run, one.cases, one.attempts].map(String),
    one.state === 'set aside' ? `set aside: ${one.reason ?? ''}` : stateWords[one.state],
  ]);
  return [...table([heading, ...rows], width), ...files.flatMap(notesOf)];
}

function notesOf({ file, state, reason, complete, flaky, warnings }: FileReport): string[] {
  const notes = [
    ...(state !== 'set aside' && !complete ? [`incomplete: ${reason ?? ''}`] : []),
    ...(flaky > 0 ? [`${counted(flaky, 'test')} passed only on a retry`] : []),
    ...warnings.map(({ line, text }) => (line === null ? text : `line ${line}: ${text}`)),
  ];
  return notes.map((note) => `${file}: ${note}`);
}
