import { amount, type ReportDefinition, ratio } from '../report.ts';

/** Improved = plateaus after which more tests of the goal passed than at any time before ÷ plateaus. */
export const plateaus: ReportDefinition = {
  question: 'What ends a plateau, and does it help?',
  formula:
    'Every iteration that was judged PLATEAUED is one plateau. It is ended by what came next: another strategy, the verdict of a review (by its event), or the end of the run (by its state). It helped when later in the same run more tests of the goal passed than at any time before. Share = helped ÷ plateaus.',
  filters: ['project', 'branch', 'environment', 'boardType'],
  columns: [
    { key: 'endedBy', title: 'Ended by', unit: 'text' },
    { key: 'plateaus', title: 'Plateaus', unit: 'count', sums: true },
    { key: 'improved', title: 'It helped', unit: 'count', sums: true },
    { key: 'share', title: 'Share', unit: 'ratio' },
  ],
  keys: { endedBy: 'text' },
  chart: { kind: 'bars', names: ['endedBy'], y: 'plateaus' },
  behind: 'plateau',
  shape: (sums) => sums.map((row) => ({ ...row, share: ratio(amount(row, 'improved'), amount(row, 'plateaus')) })),
};
