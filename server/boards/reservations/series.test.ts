import { beforeAll, expect, test } from 'vitest';
import { inTurn } from '#server/store/reservations/in-turn.ts';
import { reservationsWhere } from '#server/store/reservations/reservation-row.ts';
import { testPool } from '#server/testing/test-pool.ts';
import { addBoards, wishFor } from '../testing.ts';
import { occurrences } from './occurrences.ts';
import { reserve } from './reserve.ts';
import { continueSeries, endSeries, reserveSeries, type SeriesWish } from './series.ts';

const pool = await testPool();

beforeAll(async () => {
  await addBoards(pool, { name: 'a' });
});

const day = 86_400_000;

test.each([
  [
    'spring, when the clocks go forward',
    '2026-03-28T08:00Z',
    ['2026-03-28T08:00', '2026-03-29T07:00', '2026-03-30T07:00'],
  ],
  ['autumn, when they go back', '2026-10-24T07:00Z', ['2026-10-24T07:00', '2026-10-25T08:00', '2026-10-26T08:00']],
])('nine o’clock in Berlin stays nine o’clock in %s', (_, first, expected) => {
  const firstAt = Date.parse(first);
  const found = occurrences({ rule: 'FREQ=DAILY;COUNT=3', zone: 'Europe/Berlin', firstAt }, firstAt, firstAt + 9 * day);
  expect(found).toEqual(expected.map((at) => Date.parse(`${at}Z`)));
});

test('an hour that the clocks leave out is left out, as RFC 5545 says', () => {
  const firstAt = Date.parse('2026-03-28T01:30Z');
  const found = occurrences({ rule: 'FREQ=DAILY;COUNT=2', zone: 'Europe/Berlin', firstAt }, firstAt, firstAt + 3 * day);
  expect(found.map((at) => new Date(at).toISOString())).toEqual([
    '2026-03-28T01:30:00.000Z',
    '2026-03-30T00:30:00.000Z',
  ]);
});

test.each([
  ['FREQ=SECONDLY', 'Europe/Berlin', /how often/],
  ['FREQ=DAILY;BYDAY=XX', 'Europe/Berlin', /cannot be followed/],
  ['FREQ=DAILY', 'Middle/Earth', /cannot be followed/],
])('%s in %s is refused', (rule, zone, says) => {
  expect(() => occurrences({ rule, zone, firstAt: 0 }, 0, day)).toThrow(says);
});

function weekly(fields: Partial<SeriesWish> = {}): SeriesWish {
  const firstAt = Math.ceil(Date.now() / day) * day + 9 * 3_600_000;
  const { holder, askedBy, purpose, wants, sites, longest } = wishFor('a');
  const own = { holder, askedBy, purpose, wants, sites, longest, minutes: 60 };
  return { ...own, rule: 'FREQ=WEEKLY;COUNT=4', zone: 'Europe/Berlin', firstAt, skipTaken: false, ...fields };
}

test('a series is booked whole, or not at all where a time of it is taken, or without that time', async () => {
  const wish = weekly();
  await reserve(pool, wishFor('a', { holder: 'bob', from: wish.firstAt + 7 * day, minutes: 30 }));
  await expect(reserveSeries(pool, wish)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(/^1 of 4 times are taken\. .*bob/),
  });
  expect(await reservationsWhere(pool, `r.series_id IS NOT NULL`, [])).toEqual([]);
  const { id, booked, taken } = await reserveSeries(pool, { ...wish, skipTaken: true });
  expect([booked.length, taken.length]).toEqual([3, 1]);
  expect(await endSeries(pool, id, { by: 'eve', manages: () => false })).toBe(3);
  await expect(endSeries(pool, id, { by: 'eve', manages: () => false })).rejects.toThrow(/ended already/);
});

test('a series without an end is booked on as time goes by', async () => {
  const firstAt = weekly().firstAt + 3 * 3_600_000;
  const { id, booked } = await reserveSeries(pool, weekly({ rule: 'FREQ=WEEKLY', firstAt }));
  // As if it had been booked six weeks ago.
  await pool.query(`UPDATE reservation_series SET booked_until = booked_until - interval '42 days' WHERE id = $1`, [
    id,
  ]);
  await pool.query(
    `DELETE FROM reservation_board WHERE reservation_id IN (SELECT id FROM reservation WHERE series_id = $1 AND starts_at > now() + interval '48 days')`,
    [id],
  );
  await pool.query(`DELETE FROM reservation WHERE series_id = $1 AND starts_at > now() + interval '48 days'`, [id]);
  await inTurn(pool, continueSeries);
  const rows = await reservationsWhere(pool, 'r.series_id = $1 ORDER BY r.starts_at', [id]);
  expect(rows.map(({ startsAt }) => startsAt)).toEqual(booked.map(({ from }) => from));
});
