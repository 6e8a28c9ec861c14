import { expect, test } from 'vitest';
import { waitingLine } from './waiting-line.ts';

const hour = 3_600_000;
const waiting = { what: 'a review', person: true, since: -4 * hour, remindAt: 2 * hour, default: null };

test.each([
  [waiting, 'waits for a review, 4 h 00 min so far; people are reminded in 2 h; it waits as long as it takes'],
  [
    { ...waiting, remindAt: -hour },
    'waits for a review, 4 h 00 min so far; people were reminded 1 h ago; it waits as long as it takes',
  ],
  [
    { ...waiting, remindAt: null, default: { dueAt: 20 * hour, to: 'ABORTED', reason: '' } },
    'waits for a review, 4 h 00 min so far; unanswered it goes to ABORTED in 20 h',
  ],
])('a wait says its age, its reminder and its end: %#', (view, line) => {
  expect(waitingLine(view, 0)).toBe(line);
});
