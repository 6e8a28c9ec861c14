import type { CaseDraft, Collector } from './collector.ts';
import type { LineReader } from './line-parser.ts';
import { msFrom } from './text/duration.ts';
import { neverEnded } from './unfinished.ts';

const started = /\b(IGNORE_)?TEST\((\w+), (\w+)\)(?: - (\d+) ms)?\s*$/;
const failure = /^((?:[A-Za-z]:)?[^:]+):(\d+): error: Failure in (?:IGNORE_)?TEST\((\w+), (\w+)\)\s*$/;
const ended = /^\s*- (\d+) ms\s*$/;
const summary = /^(?:OK|Errors) \((?:(\d+) failures?, )?(\d+) tests, (\d+) ran, \d+ checks, \d+ ignored\b.*\)/;

const maxMessageLines = 50;

/**
 * CppUTest, normal and verbose. A failing test is named by `file:line: error: Failure in TEST(group, name)`; passing ones
 * only with `-v`, else the summary counts them and they have no name. A log may hold several programs.
 */
export function readCpputest(collector: Collector): LineReader {
  let open: CaseDraft | undefined;
  let message: string[] | undefined;
  let counted = { passed: 0, failed: 0, ignored: 0 };
  let summaries = 0;
  let isAfterSummary = false;

  return {
    line(text, number) {
      const totals = summary.exec(text);
      const failed = failure.exec(text);
      const start = started.exec(text);
      const end = ended.exec(text);
      if (totals !== null) settle(totals, number);
      else if (failed !== null) beginFailure(failed);
      else if (start !== null) begin(start);
      else if (end !== null && open !== undefined) {
        open.durationMs = msFrom(end[1]);
        close();
      } else {
        if (message !== undefined && message.length < maxMessageLines) message.push(text.trim());
        return false;
      }
      return true;
    },
    end() {
      if (open?.status === 'failed') close();
      else if (open !== undefined) {
        collector.add({ ...open, status: 'error', message: neverEnded });
        isAfterSummary = false;
      }
      if (summaries === 0) collector.incomplete('there is no summary "OK (…)" or "Errors (…)"');
      else if (!isAfterSummary) collector.incomplete('tests come after the last summary');
    },
  };

  function begin([, ignored, suite = '', name = '', ms]: RegExpExecArray): void {
    if (open?.status === 'failed') close();
    else if (open !== undefined) {
      collector.add({ ...open, status: 'error', message: 'another test was started before this one ended' });
    }
    isAfterSummary = false;
    open = { suite, name, status: 'passed', durationMs: msFrom(ms) };
    if (ignored !== undefined) open = { suite, name, status: 'skipped', reason: 'ignored' };
    if (ms !== undefined) close();
  }

  function beginFailure([, file, line, suite = '', name = '']: RegExpExecArray): void {
    const isSame = open?.suite === suite && open.name === name;
    if (!isSame && open?.status === 'failed') close();
    isAfterSummary = false;
    open = { suite, name, status: 'failed', file, line: Number(line) };
    message = [];
  }

  function close(): void {
    if (open === undefined) return;
    if (open.status === 'failed') open.message = messageText();
    collector.add(open);
    if (open.status === 'passed') counted.passed += 1;
    else if (open.status === 'failed') counted.failed += 1;
    else counted.ignored += 1;
    open = undefined;
    message = undefined;
  }

  /** Up to the first empty line: the dots and marks of the tests that follow are no part of it. */
  function messageText(): string {
    const lines = message ?? [];
    const end = lines.indexOf('', 1);
    return lines.slice(0, end < 0 ? lines.length : end).join('\n');
  }

  function settle([, failures = '0', , ran = '0']: RegExpExecArray, number: number): void {
    if (open?.status === 'failed') close();
    open = undefined;
    summaries += 1;
    isAfterSummary = true;
    if (Number(failures) !== counted.failed) {
      const because = `the summary counts ${failures} failures, ${counted.failed} were read`;
      collector.warn(number, because);
      if (counted.failed < Number(failures)) collector.incomplete(because);
    }
    collector.addCounted('', Number(ran) - Math.max(Number(failures), counted.failed) - counted.passed);
    counted = { passed: 0, failed: 0, ignored: 0 };
  }
}
