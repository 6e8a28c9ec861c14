import { expect, test } from 'vitest';
import { axisOf, axisTitle, shareOf, timeAt, turned } from './axis.ts';
import { changesNothing, type Gesture, outcomeOf } from './gesture.ts';
import { localTime, timeOfLocal } from './local-time.ts';

const berlin = 'Europe/Berlin';
const hours = (axis: { from: number; to: number }) => (axis.to - axis.from) / 3_600_000;
const at = (text: string) => Date.parse(text);

test.each([
  ['an ordinary day', '2026-05-06T10:00Z', 24, '2026-05-05T22:00Z'],
  ['the day on which clocks go forward', '2026-03-29T10:00Z', 23, '2026-03-28T23:00Z'],
  ['the day on which they go back', '2026-10-25T10:00Z', 25, '2026-10-24T22:00Z'],
])('%s in Berlin has its own length', (_, time, long, from) => {
  const axis = axisOf(at(time), 'day', berlin);
  expect([hours(axis), axis.from]).toEqual([long, at(from)]);
});

test('the hours of a day say what clocks show: three follows on one when the clocks go forward', () => {
  const labels = axisOf(at('2026-03-29T10:00Z'), 'day', berlin).ticks.map(({ label }) => label);
  expect(labels.slice(0, 4)).toEqual(['Sun 29 Mar', '03:00', '05:00', '07:00']);
});

test('a week begins on Monday, has its seven days, and the next one begins where it ends', () => {
  const axis = axisOf(at('2026-10-25T10:00Z'), 'week', berlin);
  expect(axis.ticks.map(({ label }) => label)).toEqual([
    'Mon 19 Oct',
    'Tue 20 Oct',
    'Wed 21 Oct',
    'Thu 22 Oct',
    'Fri 23 Oct',
    'Sat 24 Oct',
    'Sun 25 Oct',
  ]);
  expect(hours(axis)).toBe(7 * 24 + 1);
  const next = axisOf(turned(axis, 'week', 1), 'week', berlin);
  expect(next.from).toBe(axis.to);
  expect(axisOf(turned(next, 'week', -1), 'week', berlin).from).toBe(axis.from);
});

test.each([
  ['day', 'Sun 25 Oct 2026'],
  ['week', 'Mon 19 Oct – Sun 25 Oct 2026'],
] as const)('a %s is called by its days', (span, title) => {
  expect(axisTitle(axisOf(at('2026-10-25T10:00Z'), span, berlin))).toBe(title);
});

test('a place on the axis is a time on its steps, and back', () => {
  const axis = axisOf(at('2026-05-06T10:00Z'), 'day', 'UTC');
  expect(timeAt(axis, 0.5)).toBe(at('2026-05-06T12:00Z'));
  expect(timeAt(axis, 0.501)).toBe(at('2026-05-06T12:00Z'));
  expect(shareOf(axis, at('2026-05-06T18:00Z'))).toBe(0.75);
});

const axis = axisOf(at('2026-05-06T10:00Z'), 'day', 'UTC');
const clock = (text: string) => at(`2026-05-06T${text}Z`);
const hour = 3_600_000;
const bob = { id: 'b', board: 'x', holder: 'bob', from: clock('14:00'), to: clock('15:00') };
const mine = { id: 'm', board: 'x', holder: 'eve', from: clock('11:00'), to: clock('12:00') };
const graspable = { ...mine, begun: false };

test.each<[string, Gesture, [string, string, string, string | null]]>([
  [
    'a window is drawn on the steps',
    { kind: 'draw', board: 'x', at: clock('12:04'), to: clock('13:06') },
    ['x', '12:00', '13:00', null],
  ],
  [
    'and backwards',
    { kind: 'draw', board: 'x', at: clock('13:00'), to: clock('12:00') },
    ['x', '12:00', '13:00', null],
  ],
  [
    'a click is one step',
    { kind: 'draw', board: 'x', at: clock('12:00'), to: clock('12:00') },
    ['x', '12:00', '12:15', null],
  ],
  [
    'what is in the way is named',
    { kind: 'draw', board: 'x', at: clock('13:30'), to: clock('14:15') },
    ['x', '13:30', '14:15', 'bob has it then'],
  ],
  [
    'a window that ends when another begins is free',
    { kind: 'draw', board: 'x', at: clock('13:00'), to: clock('14:00') },
    ['x', '13:00', '14:00', null],
  ],
  [
    'the past is past',
    { kind: 'draw', board: 'x', at: clock('08:00'), to: clock('09:00') },
    ['x', '08:00', '09:00', 'that is in the past'],
  ],
  [
    'what is drawn over the present begins now',
    { kind: 'draw', board: 'x', at: clock('09:00'), to: clock('11:00') },
    ['x', '10:00', '11:00', null],
  ],
  [
    'a window is not moved into the past',
    { kind: 'move', of: graspable, board: 'y', by: -2 * hour },
    ['y', '09:00', '10:00', 'that is in the past'],
  ],
  [
    'a window is moved, itself not in its way',
    { kind: 'move', of: graspable, board: 'x', by: hour / 2 },
    ['x', '11:30', '12:30', null],
  ],
  ['to another board', { kind: 'move', of: graspable, board: 'y', by: 3 * hour }, ['y', '14:00', '15:00', null]],
  [
    'onto another',
    { kind: 'move', of: graspable, board: 'x', by: 3 * hour },
    ['x', '14:00', '15:00', 'bob has it then'],
  ],
  ['a window is pulled at its end', { kind: 'resize', of: graspable, by: hour }, ['x', '11:00', '13:00', null]],
  ['and never to nothing', { kind: 'resize', of: graspable, by: -9 * hour }, ['x', '11:00', '11:15', null]],
  [
    'of one that has begun only the end moves',
    { kind: 'move', of: { ...graspable, begun: true, from: clock('09:00') }, board: 'y', by: hour },
    ['x', '09:00', '13:00', null],
  ],
])('%s', (_, gesture, [board, from, to, conflict]) => {
  expect(outcomeOf(gesture, axis, [bob, mine], clock('10:00'))).toEqual({
    board,
    from: clock(from),
    to: clock(to),
    conflict,
  });
});

test.each<[string, Gesture, boolean]>([
  ['a click on a window of one’s own', { kind: 'move', of: graspable, board: 'x', by: 0 }, true],
  ['less than half a step', { kind: 'resize', of: graspable, by: 5 * 60_000 }, true],
  ['a move to another board', { kind: 'move', of: graspable, board: 'y', by: 0 }, false],
  ['a pull at the end', { kind: 'resize', of: graspable, by: hour }, false],
  ['a click on free time', { kind: 'draw', board: 'x', at: clock('12:00'), to: clock('12:00') }, false],
])('%s changes nothing: %s', (_, gesture, expected) => {
  expect(changesNothing(gesture, outcomeOf(gesture, axis, [bob, mine], clock('10:00')))).toBe(expected);
});

test.each([
  ['an ordinary time', '2026-05-06T09:00', '2026-05-06T07:00Z'],
  ['the first of two half past two', '2026-10-25T02:30', '2026-10-25T00:30Z'],
  ['a half past two that is left out, an hour on', '2026-03-29T02:30', '2026-03-29T01:30Z'],
  ['after the clocks went forward', '2026-03-29T09:00', '2026-03-29T07:00Z'],
])('%s of Berlin is read', (_, written, expected) => {
  expect(new Date(timeOfLocal(written, berlin) ?? 0).toISOString()).toBe(new Date(expected).toISOString());
});

test('a time is written as it is read', () => {
  expect(localTime(at('2026-03-29T07:00Z'), berlin)).toBe('2026-03-29T09:00');
});

test.each(['soon', '', '0001-01-01T00:00', '275760-09-13T00:00', '9999-12-31T23:59'])('%j is no time', (written) => {
  expect(timeOfLocal(written, berlin)).toBe(null);
});
