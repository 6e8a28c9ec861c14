import type { CaseDraft } from '../collector.ts';
import { secondsToMs } from '../text/duration.ts';
import type { TestStatus } from '../types.ts';
import { wordTable } from '../word-table.ts';

const statusOf = wordTable<TestStatus>({
  PASS: 'passed',
  FAIL: 'failed',
  SKIP: 'skipped',
  'NOT RUN': 'not_run',
  'N/A': 'not_run',
});

const oldTime = /^(\d{4})(\d\d)(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,3}))?$/;

/** The `<status>` of a test, in the spelling of Robot Framework 3 to 7. A failed setup of a suite is an error of its tests. */
export function readStatus(
  attributes: Readonly<Record<string, string>>,
  text: string,
  failedKeyword: string,
): Pick<CaseDraft, 'status' | 'message' | 'reason' | 'durationMs'> {
  const word = attributes.status ?? '';
  const message = text.replace(/^\s*\*HTML\*/, '').trim();
  const written = statusOf.get(word) ?? 'error';
  const status = written === 'failed' && /^Parent suite (?:setup|teardown) failed/.test(message) ? 'error' : written;
  const durationMs = secondsToMs(attributes.elapsed) ?? between(attributes.starttime, attributes.endtime);
  if (status === 'passed') return { status, durationMs };
  if (status === 'skipped' || status === 'not_run')
    return { status, durationMs, reason: message || word.toLowerCase() };
  const where = failedKeyword === '' ? '' : `\nin ${failedKeyword}`;
  const unknown = statusOf.has(word) ? '' : `unknown status "${word}"\n`;
  return { status, durationMs, message: `${unknown}${message}${where}`.trim() };
}

function between(start: string | undefined, end: string | undefined): number | undefined {
  const [from, to] = [milliseconds(start), milliseconds(end)];
  return from === undefined || to === undefined || to < from ? undefined : to - from;
}

function milliseconds(time: string | undefined): number | undefined {
  const found = oldTime.exec(time ?? '');
  if (found === null) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second, Number((found[7] ?? '0').padEnd(3, '0')));
}
