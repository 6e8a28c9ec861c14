import { z } from 'zod';

const trouble = z.object({
  /** A test file, relative to the repository; absent when nobody knows which one it was. */
  file: z.string().optional(),
  /** The test's full name, or where else it went wrong. */
  what: z.string(),
  message: z.string(),
});

/** One thing that went wrong: a failed test, a failed hook, or an error that no test caught. */
export type Trouble = z.infer<typeof trouble>;

/** How the tests of a step ended. */
export interface StepReport {
  readonly passed: number;
  /** Counted as failures. */
  readonly troubles: readonly Trouble[];
  /** What went wrong at first and not again. */
  readonly overcome: readonly Trouble[];
}

const fileReport = z.object({ file: z.string(), passed: z.number(), troubles: z.array(trouble.omit({ file: true })) });

/** What came of one test file. */
export type FileReport = z.infer<typeof fileReport>;

const vitestReport = z.object({ files: z.array(fileReport), stray: z.array(trouble) });

/** What `vitest-reporter.ts` writes. */
export type VitestReport = z.infer<typeof vitestReport>;

/** Reads what `vitest-reporter.ts` wrote. Throws on anything else. */
export function readVitestReport(text: string): VitestReport {
  return vitestReport.parse(JSON.parse(text));
}

/** Everything that went wrong, with its file. */
export function troublesOf({ files, stray }: VitestReport): Trouble[] {
  return [...files.flatMap(({ file, troubles }) => troubles.map((one) => ({ file, ...one }))), ...stray];
}

/** The files that something went wrong in; undefined when nothing did, or something that belongs to no file. */
export function filesToTryAgain(report: VitestReport): string[] | undefined {
  const files = troublesOf(report).map(({ file }) => file);
  const known = files.filter((file) => file !== undefined);
  return files.length > 0 && known.length === files.length ? [...new Set(known)] : undefined;
}

/** A first try and the second one of the files that something went wrong in, whose word counts for these. */
export function afterSecondTry(first: VitestReport, second: VitestReport): StepReport {
  const tried = new Set(second.files.map(({ file }) => file));
  const untouched = first.files.filter(({ file }) => !tried.has(file));
  const troubles = troublesOf(second);
  const again = new Set(troubles.map(({ file }) => file));
  return {
    passed: passedOf([...untouched, ...second.files]),
    troubles,
    overcome: troublesOf(first).filter(({ file }) => !again.has(file)),
  };
}

/** A report that needed no second try, or can have none. */
export function afterOneTry(report: VitestReport): StepReport {
  return { passed: passedOf(report.files), troubles: troublesOf(report), overcome: [] };
}

function passedOf(files: readonly FileReport[]): number {
  return files.reduce((total, { passed }) => total + passed, 0);
}

const playwrightError = z.object({ message: z.string().default('') });

const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(
    z.object({
      status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
      results: z.array(z.object({ errors: z.array(playwrightError) })),
    }),
  ),
});

const playwrightSuite = z.object({
  specs: z.array(playwrightSpec).default([]),
  get suites() {
    return z.array(playwrightSuite).default([]);
  },
});

const playwrightReport = z.object({ errors: z.array(playwrightError), suites: z.array(playwrightSuite) });

/** Reads Playwright's JSON report, which tries again by itself; an error outside any test is a failure too. */
export function readPlaywrightReport(text: string): StepReport {
  const { errors, suites } = playwrightReport.parse(JSON.parse(text));
  const tests = suites.flatMap(specsOf).flatMap(({ title, file, tests }) =>
    tests.map(({ status, results }) => {
      const messages = results.flatMap((result) => result.errors.map(({ message }) => message));
      return { status, trouble: { file, what: title, message: messages.join('\n') } };
    }),
  );
  const troublesThat = (wanted: string) =>
    tests.filter(({ status }) => status === wanted).map(({ trouble }) => trouble);
  return {
    passed: tests.filter(({ status }) => status === 'expected' || status === 'flaky').length,
    troubles: [...troublesThat('unexpected'), ...errors.map(({ message }) => ({ what: 'outside any test', message }))],
    overcome: troublesThat('flaky'),
  };
}

function specsOf({ specs, suites }: z.infer<typeof playwrightSuite>): z.infer<typeof playwrightSpec>[] {
  return [...specs, ...suites.flatMap(specsOf)];
}
