import { createCollector } from '../collector.ts';
import { capped } from '../limits.ts';
import type { ParserOptions } from '../line-parser.ts';
import type { ResultParser } from '../types.ts';
import { createXmlReader } from '../xml/xml-reader.ts';
import { type JunitCase, judgeCase, type Verdict } from './judge-case.ts';
import { createSuiteHeaders } from './suite-headers.ts';
import { isVerdictElement, junitElements } from './vocabulary.ts';

interface OpenCase {
  attributes: Readonly<Record<string, string>>;
  verdicts: Verdict[];
  output: string;
}

/** A test that reports more failures than this has told enough. */
const maxVerdicts = 100;

/** Characters of a test's printed output that are kept: its end. */
const outputChars = 4_000;

/**
 * JUnit XML of pytest, GoogleTest, CTest, Twister, Surefire, Unity's converters and others: a root `<testsuites>` or a bare
 * `<testsuite>`, nested at will. Elements are counted, never headers. A damaged or cut file gives what could be read.
 */
export function createJunitParser(options: ParserOptions = {}): ResultParser {
  const collector = createCollector({ format: 'junit', repeats: 'attempts', ...options });
  const suites = createSuiteHeaders(collector);
  let open: OpenCase | undefined;
  let verdict: (Verdict & { text: string }) | undefined;
  let isOutput = false;

  const reader = createXmlReader(
    collector,
    {
      open(name, attributes, line) {
        if (name === 'testsuites' || name === 'testsuite') suites.open(name, attributes, line);
        else if (name === 'testcase') open = { attributes, verdicts: [], output: '' };
        else if (isVerdictElement(name) && open !== undefined) {
          verdict = { element: name, type: attributes.type ?? '', message: attributes.message ?? '', text: '' };
        } else if (name === 'system-out' || name === 'system-err') isOutput = true;
      },
      close(name) {
        if (name === 'testsuites' || name === 'testsuite') suites.close();
        else if (name === 'testcase') closeCase();
        else if (isVerdictElement(name)) closeVerdict();
        else if (name === 'system-out' || name === 'system-err') isOutput = false;
      },
      text(text) {
        if (isOutput) {
          if (open !== undefined) open.output = (open.output + text).slice(-outputChars);
        } else if (verdict !== undefined) verdict.text += text.slice(0, collector.limits.messageChars);
      },
    },
    { elements: junitElements, roots: ['testsuites', 'testsuite'] },
  );

  return {
    push: reader.push,
    end() {
      reader.end();
      if (open !== undefined) closeCutCase();
      return collector.finish();
    },
  };

  function closeVerdict(): void {
    if (verdict !== undefined && open !== undefined && open.verdicts.length < maxVerdicts) {
      const { element, type, message, text } = verdict;
      const limit = collector.limits.messageChars;
      open.verdicts.push({ element, type, message: capped(joinMessage(message.trim(), text.trim()), limit) });
    }
    verdict = undefined;
  }

  function closeCase(): void {
    if (open === undefined) return;
    add(open, judgeCase({ ...open, output: open.output.trim() }));
  }

  /** The file ends inside this test: what it says of a failure counts, that it passed is not known. */
  function closeCutCase(): void {
    if (open === undefined) return;
    closeVerdict();
    const judged = judgeCase({ ...open, output: open.output.trim() });
    const isFailing = judged.status === 'failed' || judged.status === 'error';
    add(open, isFailing ? judged : { status: 'error', message: 'the file ends inside this test' });
  }

  function add(testCase: JunitCase, judged: ReturnType<typeof judgeCase>): void {
    const { name = '', classname = '', file, line } = testCase.attributes;
    suites.count(testCase);
    collector.add({
      ...judged,
      suite: suiteOf(suites.path(), classname, name),
      name: name === '' ? '(outside a test)' : name,
      file,
      line: line === undefined || !/^\d+$/.test(line) ? undefined : Number(line),
    });
    open = undefined;
  }
}

/** The path of suites, then the class, unless it only repeats the innermost suite or the test itself. */
function suiteOf(path: readonly string[], classname: string, name: string): string {
  const repeats = classname === '' || classname === name || classname === path.at(-1);
  return (repeats ? path : [...path, classname]).join(' / ');
}

/** `message=` is often the first line of the text. */
function joinMessage(message: string, text: string): string {
  if (text === '' || message.includes(text)) return message;
  return message === '' || text.includes(message) ? text : `${message}\n${text}`;
}
