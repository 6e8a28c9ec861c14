import { type CaseDraft, createCollector } from '../collector.ts';
import { createJsonReader } from '../json/json-reader.ts';
import type { ParserOptions } from '../line-parser.ts';
import type { ResultParser } from '../types.ts';
import { wordTable } from '../word-table.ts';
import { readStatus } from './status.ts';

/** One open object: what it is by the list that it stands in, and what of its own fields matters. */
interface OpenObject {
  kind: 'suite' | 'test' | 'keyword' | 'total' | 'other';
  fields: Record<string, string>;
  failedKeyword: string;
}

/** Arrays and objects by the name under which they stand. */
const kinds = wordTable<OpenObject['kind']>({
  suite: 'suite',
  suites: 'suite',
  tests: 'test',
  body: 'keyword',
  setup: 'keyword',
  teardown: 'keyword',
  total: 'total',
});

const kept = new Set(['name', 'status', 'message', 'elapsed_time', 'start_time', 'lineno', 'type', 'pass', 'fail']);

/**
 * The JSON output of Robot Framework 7.2 and later: the tree of output.xml, with `suites`, `tests` and `body`. As there,
 * only suites, tests and the path of the innermost failed keyword are kept, and `statistics` are the end mark.
 */
export function createRobotJsonParser(options: ParserOptions = {}): ResultParser {
  const collector = createCollector({ format: 'robot', repeats: 'distinct', ...options });
  const path: OpenObject[] = [];
  const lists: (string | null)[] = [];
  let total: { passed: number; failed: number } | undefined;
  let sawStatistics = false;
  const read = { passed: 0, failing: 0 };

  const reader = createJsonReader(collector.limits.messageChars, {
    open(kind, key) {
      if (key === 'statistics') sawStatistics = true;
      if (kind === 'array') lists.push(key);
      else path.push({ kind: kinds.get(key ?? lists.at(-1) ?? '') ?? 'other', fields: {}, failedKeyword: '' });
    },
    close(kind) {
      if (kind === 'array') lists.pop();
      else closeObject();
    },
    value(key, text) {
      const owner = path.at(-1);
      if (owner !== undefined && key !== null && kept.has(key)) owner.fields[key] = text;
    },
  });

  return {
    push: reader.push,
    end() {
      const trouble = reader.end();
      while (path.length > 0) closeObject(true);
      if (trouble !== null) collector.incomplete(trouble);
      else if (!sawStatistics) collector.incomplete('there are no statistics at the end');
      if (total !== undefined && (total.passed !== read.passed || total.failed !== read.failing))
        collector.warn(
          null,
          `the statistics say ${total.passed} passed and ${total.failed} failed, ${read.passed} and ${read.failing} were read`,
        );
      return collector.finish();
    },
  };

  function closeObject(isCut = false): void {
    const closed = path.pop();
    if (closed?.kind === 'test') addTest(closed, isCut);
    if (closed?.kind === 'total')
      total = { passed: Number(closed.fields.pass ?? 0), failed: Number(closed.fields.fail ?? 0) };
    if (closed?.kind !== 'keyword') return;
    const owner = path.at(-1);
    const label = closed.fields.name ?? closed.fields.type?.toLowerCase() ?? 'keyword';
    const inner = closed.failedKeyword === '' ? label : `${label} > ${closed.failedKeyword}`;
    if (owner !== undefined && closed.fields.status === 'FAIL') owner.failedKeyword ||= inner;
  }

  function addTest({ fields, failedKeyword }: OpenObject, isCut: boolean): void {
    const { name = '', message = '', elapsed_time: elapsed, lineno } = fields;
    const judged: Omit<CaseDraft, 'suite' | 'name'> =
      isCut && fields.status === undefined
        ? { status: 'error', message: 'the file ends inside this test' }
        : readStatus(
            { status: fields.status ?? '', ...(elapsed === undefined ? {} : { elapsed }) },
            message,
            failedKeyword,
          );
    if (judged.status === 'passed') read.passed += 1;
    if (judged.status === 'failed' || judged.status === 'error') read.failing += 1;
    const suites = path.filter(({ kind }) => kind === 'suite').map(({ fields: suite }) => suite.name ?? '');
    collector.add({
      ...judged,
      suite: suites.join('.'),
      name,
      line: lineno === undefined ? undefined : Number(lineno),
    });
  }
}
