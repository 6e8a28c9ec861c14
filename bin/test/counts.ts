import { z } from 'zod';

/** How many tests ended which way. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
});

/** Reads Vitest's JSON report; a file that failed without a failing test (it could not be loaded) counts as one. */
export function readVitestCounts(report: string): Counts {
  const { numPassedTests, numFailedTests, testResults } = vitestReport.parse(JSON.parse(report));
  const brokenFiles = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
  );
  return { passed: numPassedTests, failed: numFailedTests + brokenFiles.length };
}

const playwrightReport = z.object({
  errors: z.array(z.unknown()),
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

/** Reads Playwright's JSON report; an error outside any test counts as one failure. */
export function readPlaywrightCounts(report: string): Counts {
  const { errors, stats } = playwrightReport.parse(JSON.parse(report));
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length };
}
