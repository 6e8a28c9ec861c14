import type { CaseDraft, Collector } from '../collector.ts';

/** The three numbers of Unity's last line. */
export interface UnitySummary {
  tests: number;
  failures: number;
  ignored: number;
}

/** Compares what was read of one binary with the binary's own summary. */
export interface UnityTally {
  add(draft: CaseDraft): void;
  summary(summary: UnitySummary, line: number): void;
}

/** Passing tests that the summary counts beyond those named are added without a name; missing failures are a gap. */
export function createUnityTally(collector: Collector): UnityTally {
  let passed = 0;
  let failed = 0;
  let ignored = 0;
  return {
    add(draft) {
      collector.add(draft);
      if (draft.status === 'passed') passed += 1;
      else if (draft.status === 'failed') failed += 1;
      else ignored += 1;
    },
    summary(summary, line) {
      if (failed !== summary.failures) {
        const text = `the summary counts ${summary.failures} failures, ${failed} were read`;
        collector.warn(line, text);
        if (failed < summary.failures) collector.incomplete(text);
      }
      const unnamed = summary.tests - summary.failures - summary.ignored - passed;
      if (unnamed > 0) collector.addCounted('', unnamed);
      if (unnamed < 0) collector.warn(line, `the summary counts ${summary.tests} tests, more were read`);
      if (ignored > summary.ignored)
        collector.warn(line, `${ignored} ignored tests were read, ${summary.ignored} counted`);
      passed = 0;
      failed = 0;
      ignored = 0;
    },
  };
}
