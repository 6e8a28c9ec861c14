import { type CaseDraft, createCollector } from '../collector.ts';
import type { ParserOptions } from '../line-parser.ts';
import type { ResultParser } from '../types.ts';
import { createXmlReader } from '../xml/xml-reader.ts';
import { readStatus } from './status.ts';

interface OpenTest {
  name: string;
  line: number | undefined;
  judged: Omit<CaseDraft, 'suite' | 'name'> | undefined;
  failedKeyword: string;
}

interface OpenElement {
  name: string;
  label: string;
}

const statusTextChars = 20_000;

/**
 * Robot Framework's output.xml, versions 3 to 7. Files of hundreds of megabytes are nearly all keywords: only suites,
 * tests and the path of the innermost failed keyword are kept. The `<statistics>` at the end are the end mark.
 */
export function createRobotParser(options: ParserOptions = {}): ResultParser {
  const collector = createCollector({ format: 'robot', repeats: 'distinct', ...options });
  const path: OpenElement[] = [];
  const suites: string[] = [];
  let test: OpenTest | undefined;
  let status: { attributes: Readonly<Record<string, string>>; text: string } | undefined;
  let total: { passed: number; failed: number; line: number } | undefined;
  let sawStatistics = false;
  let inTotal = false;
  const read = { passed: 0, failing: 0 };

  const reader = createXmlReader(
    collector,
    {
      open(name, attributes, line) {
        if (name === 'suite' && !sawStatistics) suites.push(attributes.name ?? '');
        if (name === 'test')
          test = { name: attributes.name ?? '', line: lineOf(attributes), judged: undefined, failedKeyword: '' };
        if (name === 'status') status = { attributes, text: '' };
        if (name === 'statistics') sawStatistics = true;
        if (name === 'total') inTotal = true;
        if (name === 'stat' && inTotal) {
          total = { passed: Number(attributes.pass ?? 0), failed: Number(attributes.fail ?? 0), line };
        }
        path.push({ name, label: attributes.name ?? name });
      },
      close(name) {
        path.pop();
        if (name === 'status') closeStatus();
        if (name === 'test') closeTest();
        if (name === 'suite' && !sawStatistics) suites.pop();
        if (name === 'total') inTotal = false;
      },
      text(text) {
        if (status !== undefined && status.text.length < statusTextChars) status.text += text;
      },
    },
    { roots: ['robot'] },
  );

  return {
    push: reader.push,
    end() {
      reader.end();
      closeTest();
      if (!sawStatistics) collector.incomplete('there are no <statistics> at the end');
      compareTotal();
      return collector.finish();
    },
  };

  /** Of a test, or of a keyword inside it: the first failed keyword to close is the innermost one. */
  function closeStatus(): void {
    const owner = path.at(-1)?.name;
    if (test !== undefined && status !== undefined) {
      if (owner === 'test') test.judged = readStatus(status.attributes, status.text, test.failedKeyword);
      else if (status.attributes.status === 'FAIL') test.failedKeyword ||= keywordPath();
    }
    status = undefined;
  }

  function keywordPath(): string {
    const inTest = path.slice(path.findIndex(({ name }) => name === 'test') + 1);
    return inTest.map(({ label }) => label).join(' > ');
  }

  function closeTest(): void {
    if (test === undefined) return;
    const { name, line, judged = { status: 'error', message: 'the file ends inside this test' } } = test;
    if (judged.status === 'passed') read.passed += 1;
    if (judged.status === 'failed' || judged.status === 'error') read.failing += 1;
    collector.add({ ...judged, suite: suites.join('.'), name, line });
    test = undefined;
  }

  function compareTotal(): void {
    if (total === undefined || (total.passed === read.passed && total.failed === read.failing)) return;
    const because = `the statistics say ${total.passed} passed and ${total.failed} failed, ${read.passed} and ${read.failing} were read`;
    collector.warn(total.line, because);
  }
}

function lineOf({ line }: Readonly<Record<string, string>>): number | undefined {
  return line === undefined ? undefined : Number(line);
}
