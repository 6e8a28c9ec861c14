import { type CaseDraft, createCollector } from '../collector.ts';
import { capped } from '../limits.ts';
import type { ParserOptions } from '../line-parser.ts';
import type { ResultParser, TestStatus } from '../types.ts';
import { wordTable } from '../word-table.ts';
import { createXmlReader } from '../xml/xml-reader.ts';

/** Every outcome that Visual Studio's test runner writes. */
const statusOf = wordTable<TestStatus>({
  Passed: 'passed',
  Completed: 'passed',
  Warning: 'passed',
  PassedButRunAborted: 'passed',
  Failed: 'failed',
  Error: 'error',
  Timeout: 'error',
  Aborted: 'error',
  InProgress: 'error',
  NotRunnable: 'error',
  Disconnected: 'infra',
  Inconclusive: 'skipped',
  NotExecuted: 'skipped',
  Pending: 'not_run',
});

interface OpenResult {
  attributes: Readonly<Record<string, string>>;
  message: string;
  trace: string;
  /** Results of a data-driven test stand inside its own, which only sums them up. */
  hasInner: boolean;
}

const span = /^(?:(\d+)\.)?(\d+):(\d\d):(\d\d(?:[.,]\d+)?)$/;

/**
 * Visual Studio's TRX (`dotnet test --logger trx`, vstest, MSTest). The class of a test stands in a list after the results,
 * so results wait for it until the end. `<ResultSummary>` is the end mark.
 */
export function createTrxParser(options: ParserOptions = {}): ResultParser {
  const collector = createCollector({ format: 'trx', repeats: 'attempts', ...options });
  const waiting: { draft: CaseDraft; testId: string }[] = [];
  const classOf = new Map<string, string>();
  const open: OpenResult[] = [];
  let definition = '';
  let text: 'message' | 'trace' | undefined;
  let summary: { total: number; line: number } | undefined;
  let sawSummary = false;

  const reader = createXmlReader(
    collector,
    {
      open(name, attributes, line) {
        const inResult = open.at(-1);
        if (name === 'UnitTestResult') {
          if (inResult !== undefined) inResult.hasInner = true;
          open.push({ attributes, message: '', trace: '', hasInner: false });
        } else if (name === 'UnitTest') definition = attributes.id ?? '';
        else if (name === 'TestMethod') {
          if (classOf.size < collector.limits.cases) classOf.set(definition, className(attributes.className ?? ''));
        } else if (name === 'ResultSummary') sawSummary = true;
        else if (name === 'Counters') summary = { total: Number(attributes.total ?? 0), line };
        else if (name === 'Message' && inResult !== undefined) text = 'message';
        else if (name === 'StackTrace' && inResult !== undefined) text = 'trace';
      },
      close(name) {
        if (name === 'UnitTestResult') closeResult();
        if (name === 'Message' || name === 'StackTrace') text = undefined;
      },
      text(more) {
        const result = open.at(-1);
        if (result !== undefined && text !== undefined)
          result[text] = capped(`${result[text]}${more}`, collector.limits.messageChars);
      },
    },
    { roots: ['TestRun'] },
  );

  return {
    push: reader.push,
    end() {
      reader.end();
      while (open.length > 0) closeResult();
      for (const { draft, testId } of waiting) collector.add({ ...draft, suite: classOf.get(testId) ?? '' });
      if (!sawSummary) collector.incomplete('there is no <ResultSummary> at the end');
      if (summary !== undefined && summary.total > waiting.length)
        collector.warn(summary.line, `the summary counts ${summary.total} tests, ${waiting.length} were read`);
      return collector.finish();
    },
  };

  function closeResult(): void {
    const result = open.pop();
    if (result === undefined || result.hasInner || waiting.length > collector.limits.cases) return;
    const { attributes, message, trace } = result;
    const outcome = attributes.outcome ?? 'Error';
    const status = statusOf.get(outcome) ?? 'error';
    const said = [message.trim(), trace.trim()].filter((part) => part !== '').join('\n') || outcome;
    const isIdle = status === 'skipped' || status === 'not_run';
    waiting.push({
      testId: attributes.testId ?? '',
      draft: {
        suite: '',
        name: attributes.testName ?? '',
        status,
        durationMs: milliseconds(attributes.duration),
        ...(status === 'passed' ? {} : isIdle ? { reason: said } : { message: said }),
      },
    });
  }
}

/** MSTest writes `Class, Assembly, Version=…`. */
function className(written: string): string {
  return written.split(',')[0]?.trim() ?? '';
}

/** `[d.]hh:mm:ss.fffffff` as milliseconds. */
function milliseconds(duration: string | undefined): number | undefined {
  const found = span.exec(duration ?? '');
  if (found === null) return undefined;
  const [days, hours, minutes] = found.slice(1, 4).map((part) => Number(part ?? 0));
  const seconds = Number((found[4] ?? '0').replace(',', '.'));
  return (
    Math.round((((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60_000 * 1_000 + seconds * 1_000_000) / 1_000
  );
}
