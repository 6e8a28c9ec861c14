import { agents } from './definitions/agents.ts';
import { boards } from './definitions/boards.ts';
import { flakyTrend } from './definitions/flaky-trend.ts';
import { iterations } from './definitions/iterations.ts';
import { outcomes } from './definitions/outcomes.ts';
import { passRate } from './definitions/pass-rate.ts';
import { plateaus } from './definitions/plateaus.ts';
import { recoveries } from './definitions/recoveries.ts';
import { slowTests } from './definitions/slow-tests.ts';
import { stateTimes } from './definitions/state-times.ts';
import { timeToConverge } from './definitions/time-to-converge.ts';
import type { ReportDefinition } from './report.ts';

/** Every report by its id, in the order in which they are offered. */
export const reports = {
  'pass-rate': passRate,
  outcomes,
  iterations,
  'time-to-converge': timeToConverge,
  'state-times': stateTimes,
  plateaus,
  agents,
  boards,
  'flaky-trend': flakyTrend,
  'slow-tests': slowTests,
  recoveries,
} as const satisfies Record<string, ReportDefinition>;

export type ReportId = keyof typeof reports;

export const reportIds = Object.keys(reports) as ReportId[];
