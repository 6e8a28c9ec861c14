import type { Collector } from './collector.ts';
import type { LineReader } from './line-parser.ts';
import type { TestStatus } from './types.ts';

const running = /^Running suite\(s\): ?(.*)$/;
const summary = /^\d+%: Checks: (\d+), Failures: (\d+), Errors: (\d+)/;
const result = /^((?:[A-Za-z]:)?[^:]+):(\d+):([PFES]):([^:]*):([^:]*):(\d+):? ?(.*)$/;

const statusOf: Readonly<Record<string, TestStatus>> = { P: 'passed', F: 'failed', E: 'error', S: 'skipped' };

interface Program {
  suite: string;
  checks: number;
  failing: number;
  named: { passed: number; failing: number };
  line: number;
}

/**
 * libcheck: `100%: Checks: 21, Failures: 0, Errors: 0`, then `file.c:12:F:case:test:0: message` for what did not pass
 * (`P` lines only with `CK_VERBOSE`). Passing tests that are only counted are added without a name. Several programs
 * may write into one log. A program without its summary crashed.
 */
export function readCheck(collector: Collector): LineReader {
  let program: Program | undefined;
  let waiting: string | undefined;
  let summaries = 0;

  return {
    line(text, number) {
      const start = running.exec(text);
      if (start !== null) {
        settle();
        if (waiting !== undefined) collector.incomplete(noSummary(waiting));
        waiting = start[1]?.trim() ?? '';
        return true;
      }
      const totals = summary.exec(text);
      if (totals !== null) {
        settle();
        summaries += 1;
        const [checks = 0, failures = 0, errors = 0] = totals.slice(1).map(Number);
        const named = { passed: 0, failing: 0 };
        program = { suite: waiting ?? '', checks, failing: failures + errors, named, line: number };
        waiting = undefined;
        return true;
      }
      const found = result.exec(text);
      if (found !== null) add(found);
      return found !== null;
    },
    end() {
      settle();
      if (waiting !== undefined) collector.incomplete(noSummary(waiting));
      else if (summaries === 0) collector.incomplete('there is no summary "N%: Checks: …"');
    },
  };

  function add([
    ,
    file = '',
    line,
    letter = '',
    tcase = '',
    test = '',
    iteration,
    message = '',
  ]: RegExpExecArray): void {
    const status = statusOf[letter] ?? 'error';
    if (program !== undefined) program.named[status === 'passed' ? 'passed' : 'failing'] += 1;
    collector.add({
      suite: tcase,
      name: iteration === '0' ? test : `${test}[${iteration}]`,
      status,
      file,
      line: Number(line),
      ...(status === 'passed' ? {} : { message }),
    });
  }

  /** A program's results follow its summary, so they are compared when the next one begins. */
  function settle(): void {
    if (program === undefined) return;
    const { suite, checks, failing, named, line } = program;
    collector.addCounted(suite, checks - failing - named.passed);
    if (named.failing !== failing) {
      const because = `the summary counts ${failing} failures and errors, ${named.failing} were read`;
      collector.warn(line, because);
      if (named.failing < failing) collector.incomplete(because);
    }
    program = undefined;
  }
}

function noSummary(suite: string): string {
  return `suite ${suite || 'without a name'} has no summary "N%: Checks: …"`;
}
