import { amount, type ReportDefinition, ratio } from '../report.ts';

/** Share = runs with the outcome ÷ runs that ended in the period. */
export const outcomes: ReportDefinition = {
  question: 'How do runs end?',
  formula:
    'Every run counts once, on the day that it ended. Share = runs with this outcome ÷ all runs that ended in the period. A fork is a run of its own.',
  filters: ['project', 'branch', 'environment', 'boardType', 'by'],
  columns: [
    { key: 'period', title: 'Period', unit: 'period' },
    { key: 'outcome', title: 'Outcome', unit: 'text' },
    { key: 'runs', title: 'Runs', unit: 'count', sums: true },
    { key: 'share', title: 'Share', unit: 'ratio' },
  ],
  keys: { period: 'day', outcome: 'text' },
  chart: { kind: 'stack', x: 'period', series: 'outcome', y: 'runs' },
  behind: 'run',
  shape: (sums) => {
    const all = Map.groupBy(sums, ({ period }) => period);
    return sums.map((row) => {
      const inPeriod = (all.get(row.period ?? null) ?? []).reduce((sum, one) => sum + amount(one, 'runs'), 0);
      return { ...row, share: ratio(amount(row, 'runs'), inPeriod) };
    });
  },
};
