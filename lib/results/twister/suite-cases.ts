import type { CaseDraft } from '../collector.ts';
import { secondsToMs } from '../text/duration.ts';
import type { Attempt, TestStatus } from '../types.ts';
import { wordTable } from '../word-table.ts';
import type { TwisterCase, TwisterSuite } from './schema.ts';

/** `blocked` tests came after a hang or crash and were expected to run. */
const statusOf = wordTable<TestStatus>({
  passed: 'passed',
  failed: 'failed',
  error: 'error',
  skipped: 'skipped',
  filtered: 'not_run',
  'not run': 'not_run',
  blocked: 'error',
});

/** Reasons that speak of the bench and not of the firmware. */
const infrastructure = /^(?:Device issue|Serial Device|SerialException|Flash(?:ing)? (?:error|timeout)|No device)/i;

/** The results of one suite on one platform. A suite that failed as a whole is a result of its own. */
export function casesOf(suite: TwisterSuite): CaseDraft[] {
  const where = [suite.platform, suite.toolchain].filter((part) => part).join(' / ');
  const name = where === '' ? suite.name : `${where} / ${suite.name}`;
  const cases = (suite.testcases ?? []).map((each) => caseDraft(suite, name, each));
  const status = suiteStatus(suite);
  const isExplained = cases.some((each) => isFailing(each.status) || each.status === 'infra');
  if (cases.length > 0 && (!isFailing(status) || isExplained)) return cases;
  const told = explanation(status, suite.reason ?? '', suite.log ?? '');
  return [
    ...cases,
    { suite: name, name: '(suite)', status, durationMs: secondsToMs(suite.execution_time ?? undefined), ...told },
  ];
}

function caseDraft(suite: TwisterSuite, name: string, each: TwisterCase): CaseDraft {
  const isFailedSuite = isFailing(suiteStatus(suite));
  const written = each.status ?? '';
  const unknown: TestStatus = isFailedSuite ? 'error' : 'not_run';
  const status = infra(statusOf.get(written) ?? unknown, each.reason ?? suite.reason ?? '');
  const reason = each.reason || (statusOf.has(written) ? written : `no result (status "${written || 'null'}")`);
  return {
    suite: name,
    name: each.identifier,
    status,
    durationMs: secondsToMs(each.execution_time ?? undefined),
    ...explanation(
      status,
      status === 'error' && written === 'blocked' ? `blocked: ${suite.reason ?? reason}` : reason,
      each.log ?? '',
    ),
    ...(status === 'passed' && suite.retries > 0 ? { earlier: [retried(suite.retries)] } : {}),
  };
}

/** Twister keeps only the last result of a suite that it ran again. */
function retried(times: number): Attempt {
  return { status: 'error', message: `the suite was run again ${times} times; the results before are not in the file` };
}

function suiteStatus(suite: TwisterSuite): TestStatus {
  const written = suite.status ?? '';
  return infra(statusOf.get(written) ?? 'error', suite.reason ?? '');
}

function infra(status: TestStatus, reason: string): TestStatus {
  return isFailing(status) && infrastructure.test(reason) ? 'infra' : status;
}

function isFailing(status: TestStatus): boolean {
  return status === 'failed' || status === 'error';
}

function explanation(status: TestStatus, reason: string, log: string): Pick<CaseDraft, 'message' | 'reason'> {
  if (status === 'passed') return {};
  if (status === 'skipped' || status === 'not_run') return { reason };
  return { message: [reason, log.slice(-4_000).trim()].filter((part) => part !== '').join('\n') };
}
