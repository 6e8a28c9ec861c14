import { expect, test } from 'vitest';
import { foldSeries, type OwnReservation } from './fold-series.ts';

const one = (id: string, seriesId: string | null, status: OwnReservation['status'] = 'booked'): OwnReservation => ({
  ...{ id, seriesId, status, number: 1, holder: 'eve', purpose: '', wants: ['board'], boards: [] },
});

test('of a series the next time stands for those after it, beside the one that goes on and everything else', () => {
  const rows = foldSeries([
    one('now', 's', 'held'),
    one('single', null),
    one('s1', 's'),
    one('other', null),
    one('t1', 't'),
    one('s2', 's'),
    one('s3', 's'),
  ]);
  expect(rows.map(({ id, later }) => [id, later])).toEqual([
    ['now', 0],
    ['single', 0],
    ['s1', 2],
    ['other', 0],
    ['t1', 0],
  ]);
});
