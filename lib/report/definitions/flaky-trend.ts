import { amount, type ReportDefinition, ratio } from '../report.ts';

/** Share = tests that passed only on a retry at least once in the week ÷ tests that were executed in it. */
export const flakyTrend: ReportDefinition = {
  question: 'Are tests getting flakier?',
  formula:
    'A test is flaky in a week when it passed only on a retry at least once in it. Share = flaky tests ÷ tests that were executed in the week. Weeks are whole: a week that the days begin or end in counts with all of its days.',
  filters: ['project', 'branch', 'environment', 'boardType'],
  columns: [
    { key: 'period', title: 'Week of', unit: 'period' },
    { key: 'share', title: 'Share', unit: 'ratio' },
    { key: 'flakyTests', title: 'Flaky tests', unit: 'count' },
    { key: 'tests', title: 'Tests', unit: 'count' },
    { key: 'retried', title: 'Passes on a retry', unit: 'count', sums: true },
    { key: 'executed', title: 'Executed', unit: 'count', sums: true },
  ],
  keys: { period: 'day' },
  chart: { kind: 'line', x: 'period', y: 'share' },
  behind: 'test',
  order: 'Those that passed on a retry most often first.',
  shape: (sums) => sums.map((row) => ({ ...row, share: ratio(amount(row, 'flakyTests'), amount(row, 'tests')) })),
};
