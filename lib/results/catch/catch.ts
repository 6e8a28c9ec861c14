import type { Collector } from '../collector.ts';
import type { LineReader } from '../line-parser.ts';
import { type CatchTotals, readCatchTotals } from './totals.ts';

const rule = /^-{20,}$/;
const dots = /^\.{20,}$/;
const double = /^={20,}$/;
const failed = /^((?:[A-Za-z]:)?[^:(]+)[:(](\d+)\)?: (FAILED|SKIPPED):?/;
const compact = /^((?:[A-Za-z]:)?[^:(]+)[:(](\d+)\)?: (failed|skipped): ?(.*)$/;
const fatal = /due to a fatal error condition/;

interface Failing {
  file: string;
  line: number;
  status: 'failed' | 'skipped' | 'error';
  text: string[];
}

const maxMessageLines = 60;

/**
 * Catch 1, 2 and 3, console and compact reporter. The console reporter names only test cases that failed, with their
 * sections; passing ones are counted by the last lines and have no name. The compact reporter does not name test cases
 * at all: there a failing assertion stands for one, named by its expression.
 */
export function readCatch(collector: Collector): LineReader {
  const failing = new Map<string, Failing>();
  let heading: string[] | undefined;
  let name = '';
  let section = '';
  let current: Failing | undefined;
  let named = { failed: 0, skipped: 0 };
  let programs = 0;
  let isOpen = false;

  return {
    line(text, number) {
      const totals = readCatchTotals(text);
      const short = compact.exec(text);
      const found = failed.exec(text);
      if (totals !== undefined) settle(totals, number);
      else if (rule.test(text)) ruleLine();
      else if (heading !== undefined) {
        if (heading.length < 10) heading.push(text.trim());
      } else if (short !== null) addCompact(short);
      else if (found !== null) addFailing(found);
      else return output(text);
      return true;
    },
    end() {
      flush();
      if (programs === 0) collector.incomplete('there is no line "test cases: …" or "All tests passed"');
      else if (isOpen) collector.incomplete('failures come after the last summary');
    },
  };

  /** What the program printed, or the details of the failure that was just named. */
  function output(text: string): boolean {
    if (dots.test(text) || double.test(text)) return true;
    if (current === undefined) return false;
    if (fatal.test(text)) current.status = 'error';
    if (current.text.length < maxMessageLines && text.trim() !== '') current.text.push(text);
    return false;
  }

  /** A heading stands between two rules: the test case, then the sections that lead to the failure. */
  function ruleLine(): void {
    if (heading === undefined) {
      heading = [];
      return;
    }
    [name = '', section = ''] = [heading[0], heading.slice(1).join(' / ')];
    heading = undefined;
    current = undefined;
  }

  function addFailing([, file = '', line, word]: RegExpExecArray): void {
    isOpen = true;
    const status = word === 'SKIPPED' ? 'skipped' : 'failed';
    const known = failing.get(name);
    current = known ?? { file, line: Number(line), status, text: [] };
    if (known?.status === 'skipped') current.status = status;
    if (known === undefined && failing.size < collector.limits.cases) failing.set(name, current);
    current.text.push(`${section === '' ? '' : `${section}: `}${file}:${line}`);
  }

  function addCompact([, file = '', line, word, text = '']: RegExpExecArray): void {
    isOpen = true;
    const expression = text.split(' for: ')[0]?.trim() || 'assertion';
    const status = word === 'skipped' ? 'skipped' : 'failed';
    named[status] += 1;
    const told = status === 'failed' ? { message: text } : { reason: text };
    collector.add({
      suite: file.split(/[\\/]/).at(-1) ?? '',
      name: expression,
      status,
      file,
      line: Number(line),
      ...told,
    });
  }

  function flush(): void {
    for (const [test, { text, status, ...place }] of failing) {
      named[status === 'skipped' ? 'skipped' : 'failed'] += 1;
      const told = status === 'skipped' ? { reason: text.join('\n') } : { message: text.join('\n') };
      collector.add({ suite: '', name: test || '(without a name)', status, ...place, ...told });
    }
    failing.clear();
    current = undefined;
    heading = undefined;
  }

  function settle(totals: CatchTotals, number: number): void {
    flush();
    programs += 1;
    isOpen = false;
    const unlisted = totals.failed + totals.expected - named.failed;
    collector.addCounted('', totals.passed + Math.min(Math.max(unlisted, 0), totals.expected));
    if (totals.failed !== named.failed) {
      const because = `the summary counts ${totals.failed} failed test cases, ${named.failed} were read`;
      collector.warn(number, because);
      if (named.failed < totals.failed) collector.incomplete(because);
    }
    named = { failed: 0, skipped: 0 };
  }
}
