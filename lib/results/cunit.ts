import type { CaseDraft, Collector } from './collector.ts';
import type { LineReader } from './line-parser.ts';
import { neverEnded } from './unfinished.ts';

const suiteStart = /^Suite: (.+)$/;
const testStart = /^ {2}Test: (.*?) \.\.\.(.*)$/;
/** The normal mode names a test only when it failed. */
const hadFailures = /^Suite (.+), Test (.+) had failures:$/;
const detail = /^ {4}\d+\. ((?:[A-Za-z]:)?[^:]+):(\d+) {2}- (.*)$/;
const trouble = /^WARNING - Suite (initialization|cleanup) failed for '(.*)'\.$/;
const summary = /^(?:--)?Run Summary: +Type +Total/;
const totals = /^ +tests +(\d+) +\d+ +(\d+) +(\d+)/;
const outcome = /(passed|FAILED)$/;

/**
 * CUnit's console, verbose and normal: `  Test: name ...passed`. What a test prints comes before its outcome, so the last
 * line before the next mark says how it ended. Passing tests that are only counted are added without a name.
 */
export function readCunit(collector: Collector): LineReader {
  let suite = '';
  let open: CaseDraft | undefined;
  let lastLine = '';
  let read = { passed: 0, failed: 0 };
  let hasSummary = false;
  let isSummed = false;

  return {
    line(text, number) {
      const start = testStart.exec(text);
      const failed = hadFailures.exec(text);
      const place = detail.exec(text);
      if (start !== null) begin({ suite, name: start[1] ?? '', status: 'error' }, start[2]);
      else if (failed !== null) begin({ suite: failed[1] ?? '', name: failed[2] ?? '', status: 'failed' });
      else if (place !== null) addPlace(place);
      else if (suiteStart.test(text)) {
        close();
        suite = suiteStart.exec(text)?.[1] ?? '';
      } else if (trouble.test(text)) addTrouble(text);
      else if (summary.test(text)) {
        close();
        hasSummary = true;
      } else if (hasSummary && totals.test(text)) settle(totals.exec(text) ?? [], number);
      else {
        if (text.trim() !== '') lastLine = text.trimEnd();
        return false;
      }
      return true;
    },
    end() {
      close({ goesOn: false });
      if (!isSummed) collector.incomplete('there is no "Run Summary" after the tests');
    },
  };

  function begin(draft: CaseDraft, said = ''): void {
    close();
    isSummed = false;
    open = draft;
    lastLine = said.trimEnd();
  }

  /** A test may fail in several places: the first one is where it is shown. */
  function addPlace([, file, line, assertion = '']: RegExpExecArray): void {
    if (open === undefined) return;
    const message = [open.message, assertion].filter(Boolean).join('\n');
    open = { ...open, status: 'failed', file: open.file ?? file, line: open.line ?? Number(line), message };
  }

  /** A test may print "passed" itself and die: its outcome is believed when the program went on after it. */
  function close({ goesOn } = { goesOn: true }): void {
    if (open === undefined) return;
    const word = outcome.exec(lastLine)?.[1];
    if (open.status === 'error' && word !== undefined && goesOn) open.status = word === 'passed' ? 'passed' : 'failed';
    if (open.status === 'error') open.message = `${neverEnded}\n${lastLine}`.trim();
    read[open.status === 'passed' ? 'passed' : 'failed'] += 1;
    collector.add(open);
    open = undefined;
  }

  function addTrouble(text: string): void {
    close();
    const [, phase = '', name = ''] = trouble.exec(text) ?? [];
    collector.add({ suite: name, name: `(${phase} of the suite)`, status: 'error', message: text });
  }

  function settle([, , passed, failed]: readonly string[], number: number): void {
    collector.addCounted('', Number(passed) - read.passed);
    if (Number(failed) !== read.failed) {
      const because = `the summary counts ${failed} failed tests, ${read.failed} were read`;
      collector.warn(number, because);
      if (read.failed < Number(failed)) collector.incomplete(because);
    }
    read = { passed: 0, failed: 0 };
    hasSummary = false;
    isSummed = true;
  }
}
