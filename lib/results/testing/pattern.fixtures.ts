import { type FormatFixtures, lines } from './fixture.ts';

/** A program that prints `name: ok` and a last line with counts. */
export const patternFixtures: FormatFixtures<'pattern'> = {
  format: 'pattern',
  options: {
    pattern:
      '^(?:(?<suite>\\w+)/)?(?<name>\\w+): (?<status>[A-Z]+)(?: \\((?<duration>[\\d.]+) s\\))?(?: at (?<file>\\S+):(?<line>\\d+))?(?: (?<message>.*))?$',
    summary: '^(?<passed>\\d+)/(?<total>\\d+) good$',
    words: { passed: ['GOOD'], failed: ['BAD'], infra: ['NOBOARD'] },
  },
  rows: [
    {
      says: 'its own words, and every group',
      text: lines(
        'uart/send: GOOD (0.25 s)',
        'recv: BAD at a.c:7 lost a byte',
        'radio: SKIP none here',
        'jtag: NOBOARD',
        '1/2 good',
      ),
      cases: ['passed uart::send', 'failed recv', 'skipped radio', 'infra jtag'],
      holds: {
        cases: [{ durationMs: 250 }, { file: 'a.c', line: 7, message: 'lost a byte' }, { reason: 'none here' }, {}],
        counts: { total: 2, infra: 1 },
      },
    },
    {
      says: 'an unknown word as an error',
      text: lines('a: GOOD', 'b: WHAT', '1/2 good'),
      cases: ['passed a', 'error b'],
      warnings: [/status "WHAT" is in no list/],
    },
    {
      says: 'passes that are only counted',
      text: lines('a: BAD', '2/3 good'),
      cases: ['failed a', 'passed passed #1', 'passed passed #2'],
    },
    {
      says: 'an early end',
      text: lines('a: GOOD'),
      cases: ['passed a'],
      incomplete: /no line matches the summary/,
    },
    {
      says: 'failures that are counted and not named',
      text: lines('a: GOOD', '1/2 good'),
      cases: ['passed a'],
      warnings: [/counts 1 passed and 1 failed, 1 and 0 were read/],
      incomplete: /counts 1 passed and 1 failed/,
    },
  ],
};

/** A program that names what fails and counts passes and failures in two lines. */
export const twoTotalsFixtures: FormatFixtures<'pattern'> = {
  format: 'pattern',
  options: {
    pattern: '^(?<name>\\w+): (?<status>OK|FAILED)$',
    summary: '^(?:passed: (?<passed>\\d+)|failed: (?<failed>\\d+))$',
  },
  rows: [
    {
      says: 'totals of passes and of failures in two lines',
      text: lines('a: FAILED', 'passed: 2', 'failed: 1', 'b: OK', 'failed: 0', 'passed: 1'),
      cases: ['failed a', 'passed passed #1', 'passed passed #2', 'passed b'],
    },
    {
      says: 'failures that come after both totals',
      text: lines('failed: 1', 'passed: 1', 'a: FAILED'),
      cases: ['passed passed #1', 'failed a'],
    },
    {
      says: 'failures that only one of the totals tells of',
      text: lines('a: OK', 'failed: 3', 'passed: 1'),
      cases: ['passed a'],
      warnings: [/counts 1 passed and 3 failed, 1 and 0 were read/],
      incomplete: /counts 1 passed and 3 failed/,
    },
  ],
};

export const goldenFixtures: FormatFixtures<'golden'> = {
  format: 'golden',
  options: { name: 'hello.txt', suite: 'golden', expected: 'one\ntwo\n' },
  rows: [
    { says: 'equal text', text: 'one\ntwo\n', cases: ['passed golden::hello.txt'] },
    { says: 'equal text with other line ends', text: 'one\r\ntwo', cases: ['passed golden::hello.txt'] },
    {
      says: 'a line that differs',
      text: 'one\nTwo\n',
      cases: ['failed golden::hello.txt'],
      holds: { cases: [{ message: 'line 2 differs: expected "two", got "Two"', line: 2 }] },
    },
    {
      says: 'a line that is missing',
      text: 'one\n',
      cases: ['failed golden::hello.txt'],
      holds: { cases: [{ message: 'line 2 differs: expected "two", got nothing' }] },
    },
    {
      says: 'a line too many',
      text: 'one\ntwo\nthree\n',
      cases: ['failed golden::hello.txt'],
      holds: { cases: [{ message: 'line 3 differs: expected nothing, got "three"' }] },
    },
    { says: 'no output at all as an error', text: '', cases: ['error golden::hello.txt'] },
  ],
};

export const exitCodeFixtures: FormatFixtures<'exit-code'> = {
  format: 'exit-code',
  options: { name: 'make check', exitCode: 3 },
  rows: [
    {
      says: 'an exit code other than 0, with the last output',
      text: lines('compiling', 'no rule'),
      cases: ['failed make check'],
      holds: { cases: [{ message: 'exit code 3\ncompiling\nno rule' }] },
    },
  ],
};
