import { amount, type ReportDefinition, type ReportRow, ratio } from '../report.ts';

/** Tests by the time that their last attempts took, added up; the 50 that took most. */
export const slowTests = {
  question: 'Which tests take the most time?',
  formula:
    'Time = that of the last attempt of every execution that says how long it took, added up; the 50 tests with the most are shown. Mean = time ÷ such executions. A test that was renamed by hand counts under its new name. Weeks are whole: a week that the days begin or end in counts with all of its days.',
  filters: ['project', 'branch', 'environment', 'boardType'],
  columns: [
    { key: 'test', title: 'Test', unit: 'text' },
    { key: 'suite', title: 'Suite', unit: 'text' },
    { key: 'project', title: 'Project', unit: 'text' },
    { key: 'ms', title: 'Time', unit: 'ms', sums: true },
    { key: 'mean', title: 'Mean', unit: 'ms' },
    { key: 'longest', title: 'Longest', unit: 'ms' },
    { key: 'timed', title: 'Executions', unit: 'count', sums: true },
  ],
  keys: { testId: 'id' },
  chart: { kind: 'bars', names: ['test'], y: 'ms' },
  behind: 'execution',
  junit: { name: 'test', suite: ['project', 'suite'], ms: 'mean' },
  shape: (sums: readonly ReportRow[]) =>
    sums.map((row) => ({ ...row, mean: ratio(amount(row, 'ms'), amount(row, 'timed')) })),
} satisfies ReportDefinition;
