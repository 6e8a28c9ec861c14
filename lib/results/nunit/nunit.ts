import { createCollector } from '../collector.ts';
import { capped } from '../limits.ts';
import type { ParserOptions } from '../line-parser.ts';
import { secondsToMs } from '../text/duration.ts';
import type { ResultParser, TestStatus } from '../types.ts';
import { wordTable } from '../word-table.ts';
import { createXmlReader } from '../xml/xml-reader.ts';

/** Results of NUnit 2 and 3; `label` of version 3 tells an error from a failure. */
const statusOf = wordTable<TestStatus>({
  Passed: 'passed',
  Success: 'passed',
  Warning: 'passed',
  Failed: 'failed',
  Failure: 'failed',
  Error: 'error',
  Cancelled: 'error',
  NotRunnable: 'error',
  Invalid: 'error',
  Inconclusive: 'skipped',
  Skipped: 'skipped',
  Ignored: 'skipped',
  Explicit: 'not_run',
});

/** Kinds of suite that hold tests of their own; assemblies and namespaces are only places. */
const places = new Set([
  'Assembly',
  'Namespace',
  'Project',
  'Test Project',
  'SetUpFixture',
  'ParameterizedMethod',
  'Theory',
]);

interface OpenCase {
  attributes: Readonly<Record<string, string>>;
  message: string;
  trace: string;
}

/** NUnit's own XML: version 3 (`<test-run>`) and version 2 (`<test-results>`). The header's `total` is compared. */
export function createNunitParser(options: ParserOptions = {}): ResultParser {
  const collector = createCollector({ format: 'nunit', repeats: 'attempts', ...options });
  const suites: string[] = [];
  let open: OpenCase | undefined;
  let text: 'message' | 'trace' | undefined;
  let header: { total: number; line: number } | undefined;
  let read = 0;

  const reader = createXmlReader(
    collector,
    {
      open(name, attributes, line) {
        const said = attributes.testcasecount ?? attributes.total;
        if ((name === 'test-run' || name === 'test-results') && said !== undefined)
          header = { total: Number(said), line };
        if (name === 'test-suite') suites.push(placeOf(attributes));
        if (name === 'test-case') open = { attributes, message: '', trace: '' };
        if (name === 'message' && open !== undefined) text = 'message';
        if (name === 'stack-trace' && open !== undefined) text = 'trace';
      },
      close(name) {
        if (name === 'test-suite') suites.pop();
        if (name === 'test-case') closeCase(false);
        if (name === 'message' || name === 'stack-trace') text = undefined;
      },
      text(more) {
        if (open !== undefined && text !== undefined)
          open[text] = capped(`${open[text]}${more}`, collector.limits.messageChars);
      },
    },
    { roots: ['test-run', 'test-results'] },
  );

  return {
    push: reader.push,
    end() {
      reader.end();
      closeCase(true);
      if (header !== undefined && header.total > read)
        collector.warn(
          header.line,
          `the header says ${header.total} tests, ${read} are inside; the elements were counted`,
        );
      return collector.finish();
    },
  };

  function closeCase(isCut: boolean): void {
    if (open === undefined) return;
    const { attributes, message, trace } = open;
    open = undefined;
    read += 1;
    const word = attributes.label ?? attributes.result ?? '';
    const isIdle = attributes.executed === 'False' && attributes.result === undefined;
    const status = isIdle ? 'skipped' : (statusOf.get(word) ?? statusOf.get(attributes.result ?? '') ?? 'error');
    const said = [message.trim(), trace.trim()].filter((part) => part !== '').join('\n');
    const unfinished = isCut && status !== 'failed' && status !== 'error';
    collector.add({
      suite: attributes.classname ?? suites.filter((suite) => suite !== '').join('.'),
      name: nameOf(attributes),
      durationMs: secondsToMs(attributes.duration ?? attributes.time),
      ...(unfinished
        ? { status: 'error', message: 'the file ends inside this test' }
        : told(status, said || word.toLowerCase())),
    });
  }
}

function placeOf({ type, name = '' }: Readonly<Record<string, string>>): string {
  return type !== undefined && places.has(type) ? '' : name;
}

/** Version 2 writes the class into the name; version 3 has both, and the parameters only in the name. */
function nameOf({ name = '', classname }: Readonly<Record<string, string>>): string {
  return classname !== undefined && name.startsWith(`${classname}.`) ? name.slice(classname.length + 1) : name;
}

function told(status: TestStatus, text: string): { status: TestStatus; message?: string; reason?: string } {
  if (status === 'passed') return { status };
  return status === 'failed' || status === 'error' ? { status, message: text } : { status, reason: text };
}
