import { describe, expect, it } from 'vitest';
import { detectFormat } from './detect.ts';
import { allFixtures } from './testing/all-fixtures.ts';
import { lines } from './testing/fixture.ts';

/** Formats that have no text of their own to be told by. */
const unnamed = new Set(['pattern', 'golden', 'exit-code']);

const complete = allFixtures
  .filter(({ format }) => !unnamed.has(format))
  .map(({ format, rows }) => {
    const texts = rows.filter(({ incomplete, cases }) => incomplete === undefined && cases.length > 1);
    return [format, texts.map(({ says, text }) => ({ says, text }))] as const;
  });

describe('detectFormat', () => {
  it.each(complete)('tells %s from a complete output', (format, texts) => {
    expect(texts.length).toBeGreaterThan(0);
    const told = texts.map(({ says, text }) => [says, detectFormat(text)?.format]);
    expect(told).toEqual(texts.map(({ says }) => [says, format]));
  });

  it.each([
    [
      'minctest',
      [
        '\tResults       test.c:147 error ',
        'pass:149   fail: 1',
        '\tNaNs          pass:20   fail: 0      0ms',
        'SOME TESTS FAILED (169/170)',
      ],
      '1/2',
    ],
    ['failures and totals', ['FAILED: arrays (at line 12)', '', 'PASSED: 11', 'FAILED: 1'], '11/12'],
    ['numbered failures', ["[7/9]: pattern 'a' matched 'b' unexpectedly.", '8/9 tests succeeded.'], '8/9'],
    [
      'a runner that lists failures',
      ['tests/a.toml:3:failure: a_b:1 (N=1) failed', 'done: 3/4 passed, 1/4 failed, in 0.1s'],
      '3/4',
    ],
    [
      'cmocka',
      [
        '[==========] tests: Running 2 test(s).',
        '[ RUN      ] test_a',
        '[       OK ] test_a',
        '[ RUN      ] test_b',
        '[  ERROR   ] --- 1 != 2',
        '[  FAILED  ] test_b',
        '[==========] tests: 2 test(s) run.',
        '[  PASSED  ] 1 test(s).',
        '[  FAILED  ] tests: 1 test(s), listed below:',
        '[  FAILED  ] test_b',
      ],
      '1/2',
    ],
    [
      'numbers, names and totals',
      ['1 - Create: a string: PASSED', '2 - Grow: FAILED', '2 tests, 1 passed, 1 failed'],
      '1/2',
    ],
    [
      'greatest',
      [
        '* Suite ring:',
        '.s.F',
        'FAIL wraps: 2 != ring_size(r) (test.c:58)',
        '',
        'Total: 4 tests (9 ticks, 0.001 sec)',
        'Pass: 2, fail: 1, skip: 1.',
      ],
      '2/3',
    ],
    [
      'greatest with names',
      ['PASS wraps:  (1 ticks, 0.000 sec)', 'SKIP grows: ', 'FAIL pops: no (t.c:5)', 'Pass: 1, fail: 1, skip: 1.'],
      '1/2',
    ],
    [
      'conditions and totals in two lines',
      ['(n == 2)   - OK', '58 ring_size(r) == 2   - FAILED', 'Tests failed: 1', 'Tests passed: 348'],
      '348/349',
    ],
    ['prove', ['a.sh ....... ok', 'b.sh .. Failed 1/9 subtests', 'All tests successful.', 'Result: FAIL'], '1/2'],
    ['automake', ['PASS: test_a', 'FAIL: test_b'], '1/2'],
    ['marks in brackets', ['[PASS] ring wraps', '[FAIL] ring is full: 3 != 4'], '1/2'],
    ['dots', ['test_ring ... ok', 'test_crc ... FAILED'], '1/2'],
    ['colons', ['test_ring: OK', 'test_crc: FAILED'], '1/2'],
    ['colons and a total', ['test_ring: OK', 'test_crc: FAILED', '1/2 tests passed'], '1/2'],
  ])('reads %s by a known pattern', (_, output, rate) => {
    const counts = detectFormat(lines(...output))?.results.counts;
    expect(`${counts?.passed}/${counts?.total}`).toBe(rate);
  });

  it.each([
    ['nothing', ''],
    ['failures that a summary counts and no line tells', lines('a: OK', 'c - d', 'Tests failed: 1', 'Tests passed: 2')],
    ['a build log', lines('cc -c a.c -o a.o', 'ar rc liba.a a.o')],
    ['prose', lines('Testing the ring buffer', 'All good')],
  ])('claims no format for %s', (_, text) => {
    expect(detectFormat(text)).toBeNull();
  });
});
