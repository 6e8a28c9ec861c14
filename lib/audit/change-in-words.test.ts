import { expect, test } from 'vitest';
import { changeInWords } from './change-in-words.ts';
import { auditFilterOf } from './filter.ts';

test.each([
  ['a change', { role: 'viewer', site: null }, { role: 'lead', site: null }, ['role: viewer → lead']],
  [
    'what was asked beside what was',
    { state: 'BUILD_RUN' },
    { reason: 'lunch' },
    ['state was BUILD_RUN', 'reason: lunch'],
  ],
  ['something new', null, { scopes: ['runs:read'], days: 3 }, ['scopes: ["runs:read"]', 'days: 3']],
  ['something gone', { name: 'ci' }, null, ['name was ci']],
  ['nothing', null, null, []],
])('%s', (_, before, after, words) => {
  expect(changeInWords(before, after)).toEqual(words);
});

test('a filter leaves out what is empty or unknown, and is none with nonsense in it', () => {
  expect(auditFilterOf({ actor: ' ada ', action: '', nonsense: 'x' })).toEqual({ actor: 'ada' });
  expect(auditFilterOf({ from: 'tomorrow' })).toBeNull();
  expect(auditFilterOf({ door: ['web', 'cli'] })).toBeNull();
});
