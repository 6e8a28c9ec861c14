import { duration } from '../../format/duration.ts';
import { amount, type ReportDefinition, type ReportRow } from '../report.ts';
import { withShares } from './against-before.ts';

/** A distribution of the time from launch to end of firmware loops that ended well, in classes that double. */
export const timeToConverge: ReportDefinition = {
  question: 'Do runs converge faster than before?',
  formula:
    'Firmware loops that ended in SUCCESS or SUCCESS_WITH_WARNING, by the time from launch to end, waiting included, in classes that double: below 1 min, from 1, from 2, from 4 and so on. “Before” is the same number of days right before. “Up to here” = runs of this class or a shorter one ÷ all of them.',
  filters: ['project', 'branch', 'environment', 'boardType'],
  columns: [
    { key: 'class', title: 'Time', unit: 'text' },
    { key: 'runs', title: 'Runs', unit: 'count', sums: true },
    { key: 'upTo', title: 'Up to here', unit: 'ratio' },
    { key: 'before', title: 'Runs before', unit: 'count' },
    { key: 'upToBefore', title: 'Up to here before', unit: 'ratio' },
  ],
  keys: { minutes: 'number' },
  chart: { kind: 'columns', x: 'class', ys: ['runs', 'before'] },
  behind: 'run',
  shape: (sums) => withShares(sums).map((row) => ({ ...row, class: classOf(row) })),
};

const minuteMs = 60_000;

function classOf(row: ReportRow): string {
  const minutes = amount(row, 'minutes');
  return minutes === 0 ? `below ${duration(minuteMs)}` : `from ${duration(minutes * minuteMs)}`;
}
