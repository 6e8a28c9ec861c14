import { amount, type ReportDefinition, ratio } from '../report.ts';

/** Time in a state, added up over runs; share = time in the state ÷ time in all states. */
export const stateTimes: ReportDefinition = {
  question: 'Where does the time of runs go?',
  formula:
    'Time that runs which ended in these days had spent in each outer state of their machine, waiting included. Share = time in the state ÷ time in all states. Mean = time ÷ visits. What a fork shares with the run it comes from counts for that run alone.',
  filters: ['project', 'branch', 'environment', 'boardType'],
  columns: [
    { key: 'state', title: 'State', unit: 'text' },
    { key: 'machine', title: 'Machine', unit: 'text' },
    { key: 'ms', title: 'Time', unit: 'ms', sums: true },
    { key: 'share', title: 'Share', unit: 'ratio' },
    { key: 'visits', title: 'Visits', unit: 'count', sums: true },
    { key: 'mean', title: 'Mean', unit: 'ms' },
  ],
  keys: { machine: 'text', state: 'text' },
  chart: { kind: 'bars', names: ['state'], y: 'ms' },
  behind: 'run',
  shape: (sums) => {
    const total = sums.reduce((sum, row) => sum + amount(row, 'ms'), 0);
    return sums.map((row) => ({
      ...row,
      share: ratio(amount(row, 'ms'), total),
      mean: ratio(amount(row, 'ms'), amount(row, 'visits')),
    }));
  },
};
