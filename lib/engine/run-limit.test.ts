import { expect, test } from 'vitest';
import { firmwareLoop } from '#lib/machines/firmware-loop/index.ts';
import { calmInput } from '#lib/machines/firmware-loop/testing/script.ts';
import { advance } from './advance.ts';
import { begin } from './drive.ts';
import { runTimerId } from './events.ts';
import type { Json } from './json.ts';
import type { Step } from './step.ts';

const minute = 60_000;

/** The step by which a run with these minutes is given others. */
function relimited(from: number | null, to: number): Step {
  const limits = { timeout_minutes: from };
  const input = firmwareLoop.input.parse({ ...calmInput, baseCommit: 'base', limits }) as Json;
  const created = begin(firmwareLoop, input, 1, 'ada');
  const event = { type: 'control.limits', at: 2, by: 'eve', reason: 'why not', changes: { timeout_minutes: to } };
  const offer = advance(firmwareLoop, created.next, event, 'eve');
  if (offer.fate !== 'applied') throw new Error(`the new limit is ${offer.fate}`);
  return offer.step;
}

test('a run without a limit that is given one is timed from then on', () => {
  const { setTimers, next } = relimited(null, 30);
  expect(setTimers).toEqual([expect.objectContaining({ id: runTimerId, clock: 'run', delayMs: 30 * minute })]);
  expect(next.timers[runTimerId]).toBe(1);
});

test.each([
  [60, 90, 30],
  [60, 45, -15],
])('a limit of %i minutes that becomes %i moves the timer by %i', (from, to, by) => {
  expect(relimited(from, to)).toMatchObject({ setTimers: [], moveRunTimerBy: by * minute });
});

test('a limit in fractions of a minute is kept in whole milliseconds', () => {
  expect(relimited(null, 99.9999999999998).setTimers).toEqual([expect.objectContaining({ delayMs: 100 * minute })]);
  expect(relimited(120, 99.9999999999998)).toMatchObject({ moveRunTimerBy: -20 * minute });
});
