import { amount, type ReportDefinition, type ReportRow, ratio } from '../report.ts';

/** Use = time held ÷ time there; healthy = time in good health ÷ time there. */
export const boards: ReportDefinition = {
  question: 'Are boards busy, waited for and healthy?',
  formula:
    'Use = time that a board was held ÷ the time of these days since it is known. Waiting = from the wish to the moment that it was to begin or the hold began, whichever is later wished; mean over the holds that began in these days. Healthy = time in the health “good” ÷ the same time as for use. Days that lie ahead do not count.',
  filters: ['boardType'],
  columns: [
    { key: 'board', title: 'Board', unit: 'text' },
    { key: 'type', title: 'Type', unit: 'text' },
    { key: 'site', title: 'Site', unit: 'text' },
    { key: 'use', title: 'Use', unit: 'ratio' },
    { key: 'held', title: 'Held', unit: 'ms', sums: true },
    { key: 'holds', title: 'Holds', unit: 'count', sums: true },
    { key: 'waiting', title: 'Mean waiting', unit: 'ms' },
    { key: 'healthy', title: 'Healthy', unit: 'ratio' },
  ],
  keys: { board: 'text' },
  chart: { kind: 'bars', names: ['board'], y: 'use' },
  behind: 'hold',
  shape: (sums) => sums.map(measured).toSorted((one, other) => amount(other, 'use') - amount(one, 'use')),
};

function measured(row: ReportRow): ReportRow {
  const there = amount(row, 'there');
  return {
    ...row,
    use: ratio(amount(row, 'held'), there),
    waiting: ratio(amount(row, 'waited'), amount(row, 'holds')),
    healthy: ratio(amount(row, 'good'), there),
  };
}
