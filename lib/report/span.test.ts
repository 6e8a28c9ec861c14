import { expect, test } from 'vitest';
import { reportFilter } from './filter.ts';
import { endsOf, periodsOf, spanBefore, spanOf, weekOf, within } from './span.ts';

test.each([
  ['nothing is thirteen weeks up to today', {}, { from: '2026-08-30', to: '2026-11-28' }],
  ['a first day goes up to today', { from: '2026-11-01' }, { from: '2026-11-01', to: '2026-11-28' }],
  ['a last day has thirteen weeks before it', { to: '2026-03-31' }, { from: '2025-12-31', to: '2026-03-31' }],
  ['a first day that lies ahead is a day of its own', { from: '2027-01-01' }, { from: '2027-01-01', to: '2027-01-01' }],
  ['an end before the beginning makes no sense', { from: '2026-02-02', to: '2026-02-01' }, null],
  ['more than ten years make no sense', { from: '1990-01-01' }, null],
])('%s', (_, asked, span) => {
  expect(spanOf(asked, '2026-11-28')).toEqual(span);
});

test('the span before is as long and ends where the other begins', () => {
  expect(spanBefore({ from: '2026-03-01', to: '2026-03-31' })).toEqual({ from: '2026-01-29', to: '2026-02-28' });
});

test('the newest of a span are looked for in more and more of its last days', () => {
  const to = '2026-11-28';
  expect(endsOf({ from: '2026-11-01', to }).map(({ from }) => from)).toEqual([
    '2026-11-28',
    '2026-11-25',
    '2026-11-13',
    '2026-11-01',
  ]);
  expect(endsOf({ from: to, to })).toEqual([{ from: to, to }]);
});

test('weeks begin on Monday, over the end of a year and over a change of clocks', () => {
  expect(weekOf('2026-03-29')).toBe('2026-03-23');
  expect(periodsOf({ from: '2026-12-30', to: '2027-01-12' }, 'week')).toEqual([
    '2026-12-28',
    '2027-01-04',
    '2027-01-11',
  ]);
  expect(periodsOf({ from: '2026-10-24', to: '2026-10-26' }, 'day')).toEqual([
    '2026-10-24',
    '2026-10-25',
    '2026-10-26',
  ]);
});

test('a period is cut where the span begins and ends', () => {
  const span = { from: '2026-10-22', to: '2026-10-27' };
  expect(within(span, '2026-10-19', 'week')).toEqual({ from: '2026-10-22', to: '2026-10-25' });
  expect(within(span, '2026-10-26', 'week')).toEqual({ from: '2026-10-26', to: '2026-10-27' });
  expect(within(span, '2026-10-25', 'day')).toEqual({ from: '2026-10-25', to: '2026-10-25' });
});

test.each([
  { from: '2026-02-30' },
  { from: 'yesterday' },
  { by: 'hour' },
  { project: 'thermostat' },
  { colour: 'red' },
])('a filter of %j is refused', (filter) => {
  expect(reportFilter.safeParse(filter).success).toBe(false);
});
