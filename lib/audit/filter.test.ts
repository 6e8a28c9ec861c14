import { expect, test } from 'vitest';
import { auditFilterOf } from './filter.ts';

test.each([
  ['nothing', {}, {}],
  ['empty words', { actor: '', from: '' }, {}],
  ['words and days', { action: 'run.', from: '2026-11-01' }, { action: 'run.', from: '2026-11-01' }],
  ['a day that no calendar has', { from: '2026-02-30' }, null],
  ['a day of a year that databases do not know', { from: '0000-01-01' }, null],
  ['a door that is none', { door: 'window' }, null],
  ['a word twice', { actor: ['a', 'b'] }, null],
])('a filter of %s is read as it is meant', (_, words, filter) => {
  expect(auditFilterOf(words)).toEqual(filter);
});
