import { expect, it } from 'vitest';
import { tellFormat } from './tell-format.ts';
import { allFixtures } from './testing/all-fixtures.ts';
import { lines } from './testing/fixture.ts';

const unnamed = new Set(['pattern', 'golden', 'exit-code']);
const whole = allFixtures
  .filter(({ format }) => !unnamed.has(format))
  .flatMap(({ format, rows }) => rows.map((row) => ({ ...row, format })))
  .filter(({ incomplete, cases }) => incomplete === undefined && cases.length > 1);

it('tells the format of every complete output, whatever the pieces', () => {
  const told = whole.map(({ text }) => {
    const teller = tellFormat();
    for (let at = 0; at < text.length; at += 7) if (teller.push(text.slice(at, at + 7))) break;
    return teller.end()[0];
  });
  expect(told).toEqual(whole.map(({ format }) => format));
});

it.each([
  ['Unity', 'unity', lines('boot', 'a.c:1:t:PASS', 'a.c:2:u:FAIL: no')],
  ['GoogleTest', 'gtest', lines('\u001b[0;32m[ RUN      ] \u001b[mRing.Push', 'Segmentation fault')],
  ['CTest', 'ctest', lines('    Start 1: ok', '1/2 Test #1: ok ......   Passed    0.01 sec')],
  ['TAP without a plan', 'tap', lines('ok 1 - a', 'not ok 2 - b')],
])('tells what is left of %s when the program died', (_, format, text) => {
  const teller = tellFormat();
  teller.push(text);
  expect(teller.end()).toEqual([format]);
});

it('knows at the root of a document that nothing else can follow', () => {
  expect(tellFormat().push('<?xml version="1.0"?>\n<robot generator="Robot 7">')).toBe(true);
  expect(tellFormat().push('ok 1 - a\n')).toBe(false);
});

it.each([['\n'], [' '], ['1'], ['a'], ['- '], ['[{'], ['<robot '], [',1'], ['ok '], ['\n[1']])(
  'is not slowed by a text of nothing but %j',
  (piece) => {
    const begin = process.cpuUsage();
    tellFormat().push(piece.repeat(262_144 / piece.length));
    expect(process.cpuUsage(begin).user / 1_000).toBeLessThan(1_000);
  },
);
