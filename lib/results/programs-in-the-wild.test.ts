import { describe, expect, it } from 'vitest';
import type { FormatOptions } from './create-parser.ts';
import { lines, parse } from './testing/fixture.ts';
import type { ParsedResults } from './types.ts';
import { type RunEnd, verdictOfRun } from './verdict-of-run.ts';

const exit = (exitCode: number): RunEnd => ({ exitCode, endedBy: 'exit' });
const byPattern = (options: FormatOptions['pattern'], ...output: string[]): ParsedResults =>
  parse('pattern', options, lines(...output));

const minctest: FormatOptions['pattern'] = {
  pattern: '^\\s*(?<name>\\S.*?)\\s+pass:\\s*\\d+\\s+fail:\\s*(?:(?<status>0)|[1-9]\\d*)\\s',
  statusWithoutWord: 'failed',
  words: { passed: ['0'] },
  summary: '^(?:ALL|SOME) TESTS (?:PASSED|FAILED)',
};
const numbered: FormatOptions['pattern'] = {
  pattern: "^\\[(?<name>\\d+)/\\d+\\]: (?<message>pattern '.*)$",
  statusWithoutWord: 'failed',
  summary: '^(?<passed>\\d+)/(?<total>\\d+) tests succeeded',
};
const failuresThenTotals: FormatOptions['pattern'] = {
  pattern: '^FAILED: (?<name>.+) \\(at line (?<line>\\d+)\\)$',
  statusWithoutWord: 'failed',
  summary: '^PASSED: (?<passed>\\d+)$',
};
const totalsThenFailures: FormatOptions['pattern'] = {
  pattern: '^(?<file>\\S+):(?<line>\\d+): failure: (?<name>\\S+)$',
  statusWithoutWord: 'failed',
  summary: '^done: (?<passed>\\d+)/(?<total>\\d+) passed',
};
const announced: FormatOptions['pattern'] = {
  pattern: '^(?<status>running|finished|skipped) (?<name>\\S+)$',
  words: { started: ['running'], passed: ['finished'] },
};

describe('programs in the wild', () => {
  it.each([
    [
      'one assertion, then an abort',
      parse('exit-code', { name: 'run', exitCode: null, signal: 'SIGABRT' }, 'Assertion'),
      '0/1',
      exit(134),
    ],
    [
      'groups with numbers of assertions',
      byPattern(
        minctest,
        '\tResults \tpass:209   fail:0      1ms',
        '\tSyntax  \tpass:20 fail:2  0ms',
        'SOME TESTS FAILED (229/231)',
      ),
      '1/2',
      exit(1),
    ],
    [
      'groups of a program that dies before its last line',
      byPattern(minctest, '\tResults \tpass:209   fail:0      1ms'),
      '1/2',
      exit(139),
    ],
    [
      'failures by number, with exit code 0',
      byPattern(numbered, "[7/9]: pattern 'a' matched 'b' unexpectedly", '8/9 tests succeeded.'),
      '8/9',
      exit(0),
    ],
    [
      'failures by name, then totals',
      byPattern(failuresThenTotals, 'FAILED: test for arrays (at line 12)', '', 'PASSED: 11', 'FAILED: 1'),
      '11/12',
      exit(1),
    ],
    [
      'totals, then failures',
      byPattern(totalsThenFailures, 'done: 3/5 passed', 'a.toml:3: failure: x:1', 'a.toml:3: failure: x:2'),
      '3/5',
      exit(1),
    ],
    [
      'totals, then failures, of two programs',
      byPattern(totalsThenFailures, 'done: 3/4 passed', 'a:3: failure: x:1', 'done: 1/2 passed', 'b:3: failure: y'),
      '4/6',
      exit(1),
    ],
    [
      'totals, then fewer failures than they tell of',
      byPattern(totalsThenFailures, 'done: 3/5 passed', 'a.toml:3: failure: x:1'),
      '3/5',
      exit(1),
    ],
    ['all well, then totals', byPattern(failuresThenTotals, '', 'PASSED: 12', 'FAILED: 0'), '12/12', exit(0)],
    [
      'announced tests of an own runner, one of which hangs',
      byPattern(announced, 'running t:1', 'finished t:1', 'running t:2'),
      '1/2',
      { exitCode: 0, endedBy: 'deadline' } as const,
    ],
  ])('counts %s', (_, results, rate, end) => {
    const { counts } = verdictOfRun(results, end);
    expect(`${counts.passed}/${counts.total}`).toBe(rate);
  });
});
