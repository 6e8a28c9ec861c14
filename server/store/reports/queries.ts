import type { Pool } from 'pg';
import type { ReportRow } from '#lib/report/report.ts';
import type { ReportId } from '#lib/report/reports.ts';
import { agentSums, agentsBehind } from './agents.ts';
import type { Asked, BehindRow, Page, RowKey } from './asked.ts';
import { boardSums, boardsBehind } from './boards.ts';
import { convergedBehind, convergedSums } from './converged.ts';
import { outcomeSums, outcomesBehind } from './outcomes.ts';
import { passRateBehind, passRateSums } from './pass-rate.ts';
import { plateauSums, plateausBehind } from './plateaus.ts';
import { recoveriesBehind, recoverySums } from './recoveries.ts';
import { stateTimeSums, stateTimesBehind } from './state-times.ts';
import { flakyBehind, flakySums, slowBehind, slowSums } from './tests.ts';

interface ReportQueries {
  /** Sums that the report's definition makes its rows of. */
  readonly sums: (pool: Pool, asked: Asked) => Promise<ReportRow[]>;
  /** The rows behind a number, newest first. */
  readonly behind: (pool: Pool, asked: Asked, page: Page, key: RowKey) => Promise<BehindRow[]>;
}

/** Where each report has its rows from. */
export const reportQueries = {
  'pass-rate': { sums: passRateSums, behind: passRateBehind },
  outcomes: { sums: outcomeSums, behind: outcomesBehind },
  iterations: {
    sums: (pool, asked) => convergedSums(pool, asked, 'iterations'),
    behind: (pool, asked, page, key) => convergedBehind(pool, asked, page, { key, measure: 'iterations' }),
  },
  'time-to-converge': {
    sums: (pool, asked) => convergedSums(pool, asked, 'minutes'),
    behind: (pool, asked, page, key) => convergedBehind(pool, asked, page, { key, measure: 'minutes' }),
  },
  'state-times': { sums: stateTimeSums, behind: stateTimesBehind },
  plateaus: { sums: plateauSums, behind: plateausBehind },
  agents: { sums: agentSums, behind: agentsBehind },
  boards: { sums: boardSums, behind: boardsBehind },
  'flaky-trend': { sums: flakySums, behind: flakyBehind },
  'slow-tests': { sums: slowSums, behind: slowBehind },
  recoveries: { sums: recoverySums, behind: recoveriesBehind },
} as const satisfies Record<ReportId, ReportQueries>;
