import { countCases } from '#lib/results/count.ts';
import type { ParsedResults, TestCase } from '#lib/results/types.ts';
import { type RunVerdict, verdictOfRun } from '#lib/results/verdict-of-run.ts';
import type { MeasuredPart, Measurement } from './measured-part.ts';

/** The result of a run of the tests before it is counted and compared. */
export interface JudgedRun {
  readonly cases: readonly TestCase[];
  /** What a person should know beside the counts, a sentence each. */
  readonly findings: readonly string[];
  /** Why the measurement does not tell everything; null for a whole one. */
  readonly incomplete: string | null;
  readonly format: string;
}

/** The case that keeps a run from passing which has written to what measures it. It is in every goal. */
export const touchedKey = '(tests changed)';

const mostFindings = 20;

/**
 * Every part judged by its results and its end together; several parts keep their tests apart by the part's name.
 * `touched` are protected files that the firmware wrote to.
 */
export function judgeParts({ parts }: Measurement, touched: readonly string[]): JudgedRun {
  const verdicts = parts.map((part) => ({ part, verdict: verdictOfRun(part.parsed ?? nothingRead, part.end) }));
  const isSeveral = verdicts.length > 1;
  const forged = touched.length === 0 ? [] : [touchedCase(touched)];
  return {
    cases: [
      ...verdicts.flatMap(({ part, verdict }) =>
        isSeveral ? verdict.results.cases.map((test) => inPart(part, test)) : verdict.results.cases,
      ),
      ...forged,
    ],
    findings: [
      ...forged.map(({ message }) => message),
      ...verdicts.flatMap(({ part, verdict }) =>
        [...(part.finding === null ? [] : [part.finding]), ...verdict.findings].map((text) =>
          isSeveral ? `${part.name}: ${text}` : text,
        ),
      ),
    ].slice(0, mostFindings),
    incomplete: forged[0]?.message ?? incomplete(verdicts),
    format: verdicts[0]?.verdict.results.format ?? 'exit-code',
  };
}

function incomplete(verdicts: readonly { readonly part: MeasuredPart; readonly verdict: RunVerdict }[]): string | null {
  const [cut] = verdicts.filter(({ verdict }) => verdict.incomplete !== null);
  if (cut === undefined) return null;
  return verdicts.length > 1 ? `${cut.part.name}: ${cut.verdict.incomplete}` : cut.verdict.incomplete;
}

function inPart({ name }: MeasuredPart, test: TestCase): TestCase {
  return { ...test, key: `${name}: ${test.key}`, suite: test.suite === '' ? name : `${name}/${test.suite}` };
}

const namedFiles = 3;

function touchedCase(touched: readonly string[]): TestCase & { readonly message: string } {
  const rest = touched.length > namedFiles ? ` and ${touched.length - namedFiles} more` : '';
  const message = `the build or the tests wrote to what measures them: ${touched.slice(0, namedFiles).join(', ')}${rest}`;
  const status = 'error';
  return {
    key: touchedKey,
    suite: '',
    name: touchedKey,
    rawName: touchedKey,
    status,
    message,
    attempts: [{ status, message }],
    flaky: false,
    origin: 'run',
  };
}

const nothingRead: ParsedResults = {
  format: 'exit-code',
  cases: [],
  counts: countCases([]),
  warnings: [],
  complete: false,
  incompleteBecause: 'no report was found',
  cleanedCharacters: 0,
};
