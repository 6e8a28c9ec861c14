import { amount, type ReportDefinition, type ReportRow, ratio } from '../report.ts';

/** Success = patches that helped ÷ patches tried; a patch helped when it gained goal tests and was kept. */
export const agents: ReportDefinition = {
  question: 'Which agents and strategies help, and at what cost?',
  formula:
    'Every iteration that tried a patch counts once, on the day that its run ended. A patch helped when more tests of the goal passed than before it and it was not rolled back. Success = helped ÷ patches. Regressions are tests that passed at the base and not after the patch. Lines are those that patches add and remove, ÷ patches. Cost has no amount where that of one patch is not known.',
  filters: ['project', 'branch', 'environment', 'boardType'],
  columns: [
    { key: 'agent', title: 'Agent', unit: 'text' },
    { key: 'strategy', title: 'Strategy', unit: 'text' },
    { key: 'success', title: 'Success', unit: 'ratio' },
    { key: 'patches', title: 'Patches', unit: 'count', sums: true },
    { key: 'helped', title: 'Helped', unit: 'count', sums: true },
    { key: 'gained', title: 'Tests gained', unit: 'count', sums: true },
    { key: 'regressions', title: 'Regressions', unit: 'count', sums: true },
    { key: 'size', title: 'Lines a patch', unit: 'number' },
    { key: 'tokens', title: 'Tokens', unit: 'count' },
    { key: 'cost', title: 'Cost', unit: 'money' },
    { key: 'ms', title: 'Time', unit: 'ms', sums: true },
  ],
  keys: { agent: 'text', strategy: 'text' },
  chart: { kind: 'bars', names: ['agent', 'strategy'], y: 'success' },
  behind: 'patch',
  shape: (sums) => sums.map(measured).toSorted((one, other) => amount(other, 'success') - amount(one, 'success')),
};

function measured(row: ReportRow): ReportRow {
  const patches = amount(row, 'patches');
  return {
    ...row,
    success: ratio(amount(row, 'helped'), patches),
    size: ratio(amount(row, 'lines'), patches),
    cost: amount(row, 'unpriced') > 0 ? null : amount(row, 'money'),
  };
}
