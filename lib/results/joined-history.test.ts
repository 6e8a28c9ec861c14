import { expect, test } from 'vitest';
import { createIdentity } from './identity.ts';
import { type KnownTest, ruledTests } from './joined-history.ts';
import { rekeyed } from './rekey.ts';

const identify = createIdentity([{ name: 'duration', pattern: '\\d+ ms', becomes: '<time>' }]);
const known = (key: string, name = key.split('::')[1] ?? key, suite = key.split('::')[0] ?? ''): KnownTest => ({
  id: key,
  key,
  suite,
  name,
});

test.each<[string, readonly KnownTest[], readonly string[]]>([
  ['what the rule does not touch stays', [known('s::a'), known('s::b (2)', 'b (2)')], []],
  ['what it touches goes on under its new key', [known('s::boot 17 ms')], ['s::boot 17 ms > s::boot <time>']],
  [
    'tests that differ only there come under one key',
    [known('s::boot 17 ms'), known('s::boot 18 ms')],
    ['s::boot 17 ms > s::boot <time>', 's::boot 18 ms > s::boot <time>'],
  ],
  [
    'tests of one name that are told apart by their order stay apart',
    [known('s::boot 1 ms'), known('s::boot 1 ms (2)', 'boot 1 ms')],
    ['s::boot 1 ms > s::boot <time>', 's::boot 1 ms (2) > s::boot <time> (2)'],
  ],
  [
    'tests that an earlier rule numbered come apart by their names',
    [known('s::t[<address>]', 't[0x1]'), known('s::t[<address>] (2)', 't[0x2]')],
    ['s::t[<address>] > s::t[0x1]', 's::t[<address>] (2) > s::t[0x2]'],
  ],
  [
    'a part of the tests keeps its name in front',
    [known('unit: s::boot 3 ms', 'boot 3 ms', 'unit/s'), known('unit: x', 'x', 'unit')],
    ['unit: s::boot 3 ms > unit: s::boot <time>'],
  ],
  ['what is told of a run as a whole is under no rule', [known('(run ended early)', '(run ended early)', '')], []],
])('%s', (_, tests, moves) => {
  expect(ruledTests(tests, identify).moves.map((move) => `${move.test.key} > ${move.key}`)).toEqual(moves);
});

test('results of a loop get the keys that the same file gets where it is imported', () => {
  const cases = [
    { key: 's::boot 1 ms', suite: 's', name: 'boot 1 ms', origin: 'named' },
    { key: 's::boot 2 ms', suite: 's', name: 'boot 2 ms', origin: 'named' },
    { key: '(crash)', suite: '', name: '(crash)', origin: 'run' },
  ];
  expect(rekeyed(cases, identify).map(({ key }) => key)).toEqual(['s::boot <time>', 's::boot <time> (2)', '(crash)']);
});
