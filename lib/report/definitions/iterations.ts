import type { ReportDefinition } from '../report.ts';
import { withShares } from './against-before.ts';

/** A distribution of the iterations of firmware loops that ended in SUCCESS or SUCCESS_WITH_WARNING. */
export const iterations: ReportDefinition = {
  question: 'Do runs converge in fewer iterations than before?',
  formula:
    'Firmware loops that ended in SUCCESS or SUCCESS_WITH_WARNING, by the number of their last iteration; iterations that a fork shares with the run it comes from are not its own. “Before” is the same number of days right before. “Up to here” = runs with so many iterations or fewer ÷ all of them.',
  filters: ['project', 'branch', 'environment', 'boardType'],
  columns: [
    { key: 'iterations', title: 'Iterations', unit: 'number' },
    { key: 'runs', title: 'Runs', unit: 'count', sums: true },
    { key: 'upTo', title: 'Up to here', unit: 'ratio' },
    { key: 'before', title: 'Runs before', unit: 'count' },
    { key: 'upToBefore', title: 'Up to here before', unit: 'ratio' },
  ],
  keys: { iterations: 'number' },
  chart: { kind: 'columns', x: 'iterations', ys: ['runs', 'before'] },
  behind: 'run',
  shape: withShares,
};
