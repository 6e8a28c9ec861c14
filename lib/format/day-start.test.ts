import { expect, test } from 'vitest';
import { dayStart } from './day-start.ts';

test.each([
  ['UTC', '2026-11-28T01:34:00.250Z', '2026-11-28T00:00:00.000Z'],
  ['Europe/Berlin', '2026-11-28T23:30:00.000Z', '2026-11-28T23:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-28T18:29:59.999Z', '2026-11-27T18:30:00.000Z'],
])('the day in %s at %s began at %s', (zone, now, began) => {
  expect(new Date(dayStart(Date.parse(now), zone)).toISOString()).toBe(began);
});
