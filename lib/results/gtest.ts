import type { Collector } from './collector.ts';
import type { LineReader } from './line-parser.ts';
import { msFrom } from './text/duration.ts';
import { createTail } from './text/tail.ts';
import type { TestStatus } from './types.ts';
import { neverEnded } from './unfinished.ts';

const mark = /\[\s{0,10}(RUN|OK|FAILED|SKIPPED|={10})\s{0,10}\] (.*)$/;
const announced = /^Running (\d+) (?:tests? from|test cases)/;
const finished = /^(\d+) (?:tests? from .*|test cases) ran\./;
const ended = /^([^\s,(]+)(?:, where .*?)?(?: \((\d+) ?(ns|us|ms|s)\))?$/;
const place = /^(?:.*\s)?((?:[A-Za-z]:)?[^\s:()]+)[:(](\d+)\)?: (?:Failure|error|Skipped)/;

const statusOf: Readonly<Record<string, TestStatus>> = { OK: 'passed', FAILED: 'failed', SKIPPED: 'skipped' };

const msPer: Readonly<Record<string, number>> = { ns: 1e-6, us: 1e-3, ms: 1, s: 1000 };

/**
 * GoogleTest's own console output, and that of utest.h, which writes the same with other units of time. Everything
 * after `[==========] … ran.` repeats what was said before. A test that was started and never ended is an error; a
 * failure outside any test is one too.
 */
export function readGtest(collector: Collector): LineReader {
  const output = createTail(40);
  let open: string | undefined;
  let planned: number | undefined;
  let isDone = false;
  let executed = 0;

  return {
    line(text, number) {
      const [, word = '', rest = ''] = mark.exec(text) ?? [];
      if (word === '') {
        if (open !== undefined) output.add(text);
        return false;
      }
      if (word === 'RUN') {
        abandon();
        open = rest.trim();
        isDone = false;
      } else if (word.startsWith('=')) readTotals(rest.trim(), number);
      else if (!isDone) close(word, rest.trim());
      return true;
    },
    end() {
      abandon();
      if (planned === undefined) collector.incomplete('there is no "[==========] Running N tests"');
      else if (!isDone) collector.incomplete('there is no "[==========] N tests ran"');
    },
  };

  function readTotals(text: string, number: number): void {
    const start = announced.exec(text);
    if (start !== null) {
      if (planned !== undefined && !isDone) collector.incomplete('a test program started again before it had ended');
      planned = Number(start[1]);
      executed = 0;
      isDone = false;
      return;
    }
    const end = finished.exec(text);
    if (end === null) return;
    abandon();
    isDone = true;
    if (executed === planned) return;
    const because = `${planned ?? 'no'} tests were announced, ${executed} ended`;
    collector.warn(number, because);
    if (executed < Number(end[1])) collector.incomplete(because);
  }

  function close(word: string, rest: string): void {
    const [, name = rest, time, unit = 'ms'] = ended.exec(rest) ?? [];
    const status = statusOf[word];
    if (status === undefined || name !== open) return;
    const text = output.take();
    const [, file, line] = place.exec(text.split('\n').find((each) => place.test(each)) ?? '') ?? [];
    executed += 1;
    open = undefined;
    collector.add({
      ...splitName(name),
      status,
      durationMs: msFrom(time, msPer[unit]),
      ...(status === 'failed' ? { message: text, file, line: line === undefined ? undefined : Number(line) } : {}),
      ...(status === 'skipped' ? { reason: text || 'skipped by the test' } : {}),
    });
  }

  function abandon(): void {
    if (open === undefined) return;
    const message = `${neverEnded}\n${output.take()}`;
    collector.add({ ...splitName(open), status: 'error', message });
    open = undefined;
  }
}

/** `Instance/Suite.Test/0` → suite `Instance/Suite`, name `Test/0`. */
function splitName(full: string): { suite: string; name: string } {
  const dot = full.indexOf('.');
  return dot < 0 ? { suite: '', name: full } : { suite: full.slice(0, dot), name: full.slice(dot + 1) };
}
