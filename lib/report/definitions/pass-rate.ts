import { amount, type ReportDefinition, ratio } from '../report.ts';

/** Pass rate = passed ÷ executed. Passed = at the first attempt or on a retry; executed = passed + failed + errors. */
export const passRate: ReportDefinition = {
  question: 'Is the pass rate rising?',
  formula:
    'Pass rate = passed ÷ executed. A test that passed on a retry counts as passed and is named beside it; executed is passed + failed + errors. Skipped tests, tests that were not run and trouble of the bench are in no sum. Of an iteration that was measured again only the newest measurement counts, of a file that came in twice only one.',
  filters: ['project', 'branch', 'environment', 'boardType', 'by'],
  columns: [
    { key: 'period', title: 'Period', unit: 'period' },
    { key: 'rate', title: 'Pass rate', unit: 'ratio' },
    { key: 'measurements', title: 'Measurements', unit: 'count', sums: true },
    { key: 'executed', title: 'Executed', unit: 'count', sums: true },
    { key: 'passed', title: 'Passed', unit: 'count', sums: true },
    { key: 'flaky', title: 'of them on a retry', unit: 'count', sums: true },
    { key: 'failed', title: 'Failed', unit: 'count', sums: true },
    { key: 'errors', title: 'Errors', unit: 'count', sums: true },
  ],
  keys: { period: 'day' },
  chart: { kind: 'line', x: 'period', y: 'rate' },
  behind: 'measurement',
  shape: (sums) => sums.map((row) => ({ ...row, rate: ratio(amount(row, 'passed'), amount(row, 'executed')) })),
};
