import type { TestCase } from './types.ts';

/** How parsers begin the message of a test that was started and has no end: it hung, or the program died in it. */
export const neverEnded = 'the test was started and never ended';

/** The test during which the output stopped, where the format announces its tests. */
export function unfinishedTest(cases: readonly TestCase[]): TestCase | undefined {
  return cases.findLast(({ status, message }) => status === 'error' && message?.startsWith(neverEnded));
}
