import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { sendDueReports } from '#server/report/send-due-reports.ts';
import { retainDaily } from '#server/retention/retain.ts';
import { refreshReports } from '#server/store/reports/refresh.ts';
import { loop } from './loop.ts';

/** Days that one transaction rolls up; more would hold their rows for longer. */
const daysAtOnce = 20;
/** A day that has changed is counted anew by every reader for so long, milliseconds. */
const lookEveryMs = 5_000;

/** Whether the daily round of retention is due is looked up so often, milliseconds. */
const lookForRoundMs = 600_000;

/** Rolls up what has changed, makes the daily round of retention, and sends what is due, until the signal aborts. Any number of processes may do it at once. */
export async function reportLoop(
  pool: Pool,
  running: { log: Pick<Logger, 'warn' | 'info'>; signal: AbortSignal },
): Promise<void> {
  const rollUp = async () => ((await refreshReports(pool, daysAtOnce)) === daysAtOnce ? 0 : lookEveryMs);
  await Promise.all([
    loop('reports', lookEveryMs, rollUp, running),
    loop('saved reports', lookEveryMs, () => sendDueReports(pool).then(() => null), running),
    loop('retention', lookForRoundMs, () => retainDaily(pool).then(() => null), running),
  ]);
}
