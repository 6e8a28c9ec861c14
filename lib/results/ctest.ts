import type { Collector } from './collector.ts';
import type { LineReader } from './line-parser.ts';
import { secondsToMs } from './text/duration.ts';
import { createTail, type Tail } from './text/tail.ts';
import type { TestStatus } from './types.ts';

const result =
  /^\s*(?:\d+\/\d+ )?Test\s+#(\d+): (.{1,300}?) \.* {0,3}(?:\*{3})?(Passed|Failed|Timeout|Skipped|Not Run|Exception|Bad command|Required regular expression not found|Error regular expression found)(.{0,100}?) {1,4}([\d.]{1,12}) sec/;
const total = /tests passed, (\d+) tests? failed out of (\d+)/;
const started = /^\s*Start\s+(\d+): /;
const verbose = /^(\d+): (?!Test command: |Working Directory: |Test timeout computed |Environment variables: )(.*)$/;
const nothing = /No tests were found/;
const missing = /^(?:Could|Unable to) (?:not )?find executable:? ?(.*)$/;

/** Tests that ctest runs at the same time, at most. */
const maxRunning = 1_000;

type Outcome = { status: TestStatus; told: 'message' | 'reason' | undefined };

/** `Not Run` is a failure for ctest itself (no executable, a fixture that failed); a disabled test is not. */
const outcomes: Readonly<Record<string, Outcome>> = {
  Passed: { status: 'passed', told: undefined },
  Failed: { status: 'failed', told: 'message' },
  Timeout: { status: 'error', told: 'message' },
  Exception: { status: 'error', told: 'message' },
  Skipped: { status: 'skipped', told: 'reason' },
  'Not Run': { status: 'error', told: 'message' },
  'Bad command': { status: 'error', told: 'message' },
  'Required regular expression not found': { status: 'failed', told: 'message' },
  'Error regular expression found': { status: 'failed', told: 'message' },
};

/**
 * The console output of `ctest` and `ctest -V`; with `-V` a failure's message holds what the test printed. Results of `--repeat` are attempts of one
 * test. The line "N tests failed out of M" is the end mark.
 */
export function readCtest(collector: Collector): LineReader {
  const output = new Map<string, Tail>();
  const lookup = createTail(5);
  const seen = new Set<string>();
  let end: { failed: number; outOf: number } | undefined;

  return {
    line(text, number) {
      const found = result.exec(text);
      if (found !== null) {
        add(found);
        return true;
      }
      const totals = total.exec(text);
      if (totals !== null) {
        end = { failed: Number(totals[1]), outOf: Number(totals[2]) };
        if (end.outOf > seen.size) collector.warn(number, `ctest counts ${end.outOf} tests, ${seen.size} were read`);
        return true;
      }
      if (nothing.test(text)) end = { failed: 0, outOf: 0 };
      const start = started.exec(text);
      if (start !== null && output.size < maxRunning) output.set(start[1] ?? '', createTail(30));
      const printed = verbose.exec(text);
      if (printed !== null) output.get(printed[1] ?? '')?.add(printed[2] ?? '');
      else if (missing.test(text)) lookup.add(text);
      // What a test prints of a crash is told in ctest's own words: it watches over each of them.
      return true;
    },
    end() {
      if (end === undefined) collector.incomplete('there is no line "N tests failed out of M"');
      else if (seen.size < end.outOf) collector.incomplete(`ctest counts ${end.outOf} tests, ${seen.size} were read`);
    },
  };

  function add([, number = '', name = '', word = '', detail = '', seconds]: RegExpExecArray): void {
    const isDisabled = word === 'Not Run' && detail.includes('Disabled');
    const { status, told } = outcomes[word] ?? { status: 'error', told: 'message' };
    const printed = output.get(number)?.take() || (word === 'Not Run' ? lookup.take() : '');
    const why = `${word}${detail}`.trim() + (printed === '' ? '' : `\n${printed}`);
    if (!isDisabled) seen.add(number);
    output.delete(number);
    collector.add({
      suite: '',
      name,
      status: isDisabled ? 'skipped' : status,
      durationMs: secondsToMs(seconds),
      ...(isDisabled ? { reason: 'disabled' } : told === undefined ? {} : { [told]: why }),
    });
  }
}
