import type { CaseDraft, Collector } from '../collector.ts';
import type { LineReader } from '../line-parser.ts';
import { secondsToMs } from '../text/duration.ts';
import { createTail } from '../text/tail.ts';
import type { TestStatus } from '../types.ts';
import { neverEnded } from '../unfinished.ts';

const suiteStart = /Running TESTSUITE (\S+)/;
const testStart = /START - (\S+)/;
const testEnd = /\b(PASS|FAIL|SKIP) - (\w[^\s[\]]*)(?: in ([\d.,]+) seconds)?/;
const suiteEnd = /TESTSUITE (\S+) (succeeded|failed)/;
const summaryOfTest = / - (PASS|FAIL|SKIP|FLAKY) - \[([^[\]]{1,300})\.([^[\].]{1,300})\] duration = ([\d.,]+) seconds/;
const endMark = /PROJECT EXECUTION (SUCCESSFUL|FAILED)/;
const boot = /\*{3} Booting /;
const assertion = /Assertion failed at (\S{1,300}?):(\d+):/;

const statusOf: Readonly<Record<string, TestStatus>> = {
  PASS: 'passed',
  FAIL: 'failed',
  SKIP: 'skipped',
  FLAKY: 'passed',
};

/**
 * Zephyr's ztest on a serial console, whatever stands before the words on a line. A test that was started and never
 * ended (a hang, a crash, a reboot) is an error; a suite that starts again gives further attempts; tests that only the
 * summary names (skipped by a predicate) are added from there. `PROJECT EXECUTION …` is the end mark.
 */
export function readZtest(collector: Collector): LineReader {
  const seen = new Map<string, TestStatus>();
  const output = createTail(20);
  let suite = '';
  let open: { name: string } | undefined;
  let place: { file: string; line: number } | undefined;
  let ended: string | undefined;
  let failing = 0;
  let inCoverageDump = false;

  return {
    line(text, number) {
      if (text.includes('GCOV_COVERAGE_DUMP_START')) inCoverageDump = true;
      const isHidden = inCoverageDump;
      if (text.includes('GCOV_COVERAGE_DUMP_END')) inCoverageDump = false;
      return isHidden || read(text, number);
    },
    end() {
      abandon(neverEnded);
      if (ended === undefined)
        collector.incomplete('there is no end mark "PROJECT EXECUTION SUCCESSFUL" or "… FAILED"');
      else if (ended === 'FAILED' && failing === 0)
        collector.incomplete('the project failed, but no failing test was seen');
    },
  };

  function read(text: string, number: number): boolean {
    const summarised = summaryOfTest.exec(text);
    const starting = suiteStart.exec(text);
    const started = testStart.exec(text);
    const closed = testEnd.exec(text);
    if (summarised !== null) addFromSummary(summarised, number);
    else if (boot.test(text)) {
      abandon('the device restarted during the test');
      ended = undefined;
    } else if (starting !== null) {
      abandon('the suite started again during the test');
      suite = starting[1] ?? '';
    } else if (started !== null) {
      abandon('another test was started before this one ended');
      open = { name: started[1] ?? '' };
    } else if (closed !== null) close(closed);
    else if (suiteEnd.test(text)) abandon('the suite ended before the test');
    else return readOutput(text);
    return true;
  }

  /** What is printed between the marks: the end mark, an assertion, or anything else. */
  function readOutput(text: string): boolean {
    ended = endMark.exec(text)?.[1] ?? ended;
    const at = assertion.exec(text);
    if (at !== null) place ??= { file: at[1] ?? '', line: Number(at[2]) };
    if (open !== undefined) output.add(text);
    return at !== null;
  }

  function close(found: RegExpExecArray): void {
    const status = statusOf[found[1] ?? ''] ?? 'error';
    const text = output.take();
    add({
      suite,
      name: found[2] ?? '',
      status,
      durationMs: secondsToMs(found[3]),
      ...(status === 'failed' ? { message: text, ...place } : {}),
      ...(status === 'skipped' ? { reason: text || 'skipped by the test' } : {}),
    });
  }

  function abandon(because: string): void {
    if (open === undefined) return;
    const text = output.take();
    add({ suite, name: open.name, status: 'error', message: text === '' ? because : `${because}\n${text}`, ...place });
  }

  function add(draft: CaseDraft): void {
    if (seen.size < collector.limits.cases) seen.set(`${draft.suite}.${draft.name}`, draft.status);
    if (draft.status === 'failed' || draft.status === 'error') failing += 1;
    collector.add(draft);
    open = undefined;
    place = undefined;
    output.take();
  }

  function addFromSummary(found: RegExpExecArray, number: number): void {
    const [, word = '', inSuite = '', name = '', seconds] = found;
    const status = statusOf[word] ?? 'error';
    const live = seen.get(`${inSuite}.${name}`);
    if (live === undefined) {
      add({
        suite: inSuite,
        name,
        status,
        durationMs: secondsToMs(seconds),
        ...(status === 'skipped' ? { reason: 'skipped; only the summary names it' } : {}),
      });
    } else if (live !== status) {
      collector.warn(number, `the summary says ${word} for ${inSuite}.${name}, its own line said ${live}`);
    }
  }
}
