import { amount, type ReportDefinition, ratio } from '../report.ts';

/** Recovered = troubles after which the run went on ÷ troubles. */
export const recoveries: ReportDefinition = {
  question: 'What do runs have to recover from?',
  formula:
    'Every time that a firmware loop enters ERROR_RECOVERY from another state is one trouble, with the class that its first step names and the state that it came from. It has recovered when it went on from there to any state but FAILURE and ABORTED. Share = recovered ÷ troubles.',
  filters: ['project', 'branch', 'environment', 'boardType'],
  columns: [
    { key: 'cause', title: 'Cause', unit: 'text' },
    { key: 'inState', title: 'In state', unit: 'text' },
    { key: 'troubles', title: 'Troubles', unit: 'count', sums: true },
    { key: 'recovered', title: 'Recovered', unit: 'count', sums: true },
    { key: 'share', title: 'Share', unit: 'ratio' },
  ],
  keys: { cause: 'text', inState: 'text' },
  chart: { kind: 'bars', names: ['cause', 'inState'], y: 'troubles' },
  behind: 'trouble',
  shape: (sums) => sums.map((row) => ({ ...row, share: ratio(amount(row, 'recovered'), amount(row, 'troubles')) })),
};
