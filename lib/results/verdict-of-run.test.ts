import { describe, expect, it } from 'vitest';
import type { FormatOptions } from './create-parser.ts';
import { lines, parse } from './testing/fixture.ts';
import type { ParsedResults, ResultFormat } from './types.ts';
import { type RunEnd, type RunStatus, verdictOfRun } from './verdict-of-run.ts';

const exit = (exitCode: number): RunEnd => ({ exitCode, endedBy: 'exit' });
const good = (): ParsedResults => parse('tap', {}, '1..2\nok 1 a\nok 2 b\n');
const failing = (): ParsedResults => parse('tap', {}, '1..2\nok 1 a\nnot ok 2 b\n');
const cutOff = (): ParsedResults => parse('tap', {}, '1..3\nok 1 a\n');
const empty = (): ParsedResults => parse('tap', {}, '');
const hung = (): ParsedResults => parse('ztest', {}, lines('Running TESTSUITE s', 'START - test_a'));
const faulty = (): ParsedResults => parse('tap', {}, '1..1\nHardFault pc=0x1234\nok 1 a\n');

interface Row {
  says: string;
  results: ParsedResults;
  end: RunEnd;
  status: RunStatus;
  /** passed / total. */
  rate: string;
  added?: string;
  findings?: readonly RegExp[];
}

const rows: readonly Row[] = [
  { says: 'a clean pass', results: good(), end: exit(0), status: 'ok', rate: '2/2' },
  { says: 'a failure that the exit code admits', results: failing(), end: exit(1), status: 'ok', rate: '1/2' },
  {
    says: 'failures with exit code 0, as many programs in the wild print them',
    results: failing(),
    end: exit(0),
    status: 'ok',
    rate: '1/2',
    findings: [/exit code 0 and a failing test disagree/],
  },
  {
    says: 'passing tests with exit code 1',
    results: good(),
    end: exit(1),
    status: 'ok',
    rate: '2/3',
    added: '(exit code)',
    findings: [/exit code 1 and 2 passing tests disagree/],
  },
  {
    says: 'a firmware that calls exit(0) early',
    results: cutOff(),
    end: exit(0),
    status: 'ok',
    rate: '1/2',
    added: '(run ended early)',
    findings: [/incomplete: the plan is 1\.\.3, 1 of 3/],
  },
  {
    says: 'no output at all with exit code 0',
    results: empty(),
    end: exit(0),
    status: 'ARTIFACT_MISSING',
    rate: '0/0',
    findings: [/incomplete/, /no test was found: that is not a pass/],
  },
  {
    says: 'a plan of zero tests',
    results: parse('tap', {}, '1..0 # SKIP no board\n'),
    end: exit(0),
    status: 'ARTIFACT_MISSING',
    rate: '0/0',
    findings: [/all 1 tests were skipped/],
  },
  {
    says: 'a program that was not found',
    results: empty(),
    end: exit(127),
    status: 'TEST_ENV_FAILURE',
    rate: '0/0',
    findings: [/incomplete/, /exit code 127 \(the program was not found\) and no test/],
  },
  {
    says: 'a run that could not start',
    results: empty(),
    end: { exitCode: null, endedBy: 'not-started' },
    status: 'TEST_ENV_FAILURE',
    rate: '0/0',
    findings: [/not started/, /incomplete/],
  },
  {
    says: 'a lockup of QEMU before the first test',
    results: parse('tap', {}, 'qemu: fatal: Lockup: can not escalate 3 to HardFault\n'),
    end: exit(134),
    status: 'ok',
    rate: '0/1',
    added: '(crash)',
    findings: [/exit code 134 \(SIGABRT\); line 1 tells of a lockup/, /incomplete/],
  },
  {
    says: 'an assertion that ends the program by signal',
    results: good(),
    end: { exitCode: null, endedBy: 'signal', signal: 'SIGABRT' },
    status: 'ok',
    rate: '2/3',
    added: '(crash)',
    findings: [/died: signal SIGABRT/],
  },
  {
    says: 'an access violation on Windows',
    results: good(),
    end: exit(3221225477),
    status: 'ok',
    rate: '2/3',
    added: '(crash)',
    findings: [/0xC0000005, access violation/],
  },
  {
    says: 'fault text although everything else is well',
    results: faulty(),
    end: exit(0),
    status: 'ok',
    rate: '1/2',
    added: '(crash)',
    findings: [/line 2 tells of a processor fault: HardFault pc/],
  },
  {
    says: 'fault words in the name of a test, which are no fault',
    results: parse('tap', {}, '1..1\nok 1 - HardFault handler prints pc\n'),
    end: exit(0),
    status: 'ok',
    rate: '1/1',
  },
  {
    says: 'a failed assertion of libcheck, which is a failure and no crash',
    results: parse(
      'check',
      {},
      lines(
        'Running suite(s): S',
        '0%: Checks: 1, Failures: 1, Errors: 0',
        "a.c:4:F:C:b:0: Assertion '1 == 2' failed: 1 == 1",
      ),
    ),
    end: exit(1),
    status: 'ok',
    rate: '0/1',
  },
  {
    says: 'an endless loop inside an announced test: the test itself is the error',
    results: hung(),
    end: { exitCode: 0, endedBy: 'deadline' },
    status: 'TIMEOUT',
    rate: '0/1',
    findings: [/deadline during s::test_a/, /incomplete/],
  },
  {
    says: 'an endless loop that no format tells of',
    results: cutOff(),
    end: { exitCode: 0, endedBy: 'silence' },
    status: 'TIMEOUT',
    rate: '1/2',
    added: '(run stopped)',
    findings: [/printed nothing/, /incomplete/],
  },
  {
    says: 'a complete output after which QEMU had to be stopped',
    results: good(),
    end: { exitCode: 0, endedBy: 'deadline' },
    status: 'TIMEOUT',
    rate: '2/3',
    added: '(run stopped)',
    findings: [/deadline/],
  },
  {
    says: 'too much output',
    results: cutOff(),
    end: { exitCode: null, endedBy: 'output-cap' },
    status: 'ok',
    rate: '1/2',
    added: '(run stopped)',
    findings: [/printed too much/, /incomplete/],
  },
  {
    says: 'an exit code that is the number of failures and not a signal',
    results: parse('tap', {}, `1..134\n${Array.from({ length: 134 }, (_, i) => `not ok ${i + 1} t${i}\n`).join('')}`),
    end: exit(134),
    status: 'ok',
    rate: '0/134',
  },
  {
    says: 'a command that dies and is a test itself',
    results: parse('exit-code', { name: 'make', exitCode: null, signal: 'SIGSEGV' }, ''),
    end: { exitCode: null, endedBy: 'signal', signal: 'SIGSEGV' },
    status: 'ok',
    rate: '0/1',
    findings: [/signal SIGSEGV/],
  },
  {
    says: 'trouble of the bench alone',
    results: parse(
      'pattern',
      { pattern: '^(?<name>\\w+) (?<status>\\w+)$', words: { infra: ['noboard'] } },
      'a noboard\n',
    ),
    end: exit(0),
    status: 'TEST_ENV_FAILURE',
    rate: '0/0',
    findings: [/1 tests met trouble of the bench/],
  },
];

describe('verdictOfRun', () => {
  it.each(rows.map((row) => [row.says, row] as const))(
    'judges %s',
    (_, { results, end, status, rate, added, findings }) => {
      const verdict = verdictOfRun(results, end);
      expect(verdict.status).toBe(status);
      expect(`${verdict.counts.passed}/${verdict.counts.total}`).toBe(rate);
      expect(verdict.results.cases.filter(({ origin }) => origin === 'run').map(({ name }) => name)).toEqual(
        added === undefined ? [] : [added],
      );
      expect(verdict.findings).toEqual((findings ?? []).map((finding) => expect.stringMatching(finding)));
    },
  );

  it('tells of each run that says everything, failures included, that it is whole', () => {
    const whole = rows.filter(({ results, end }) => verdictOfRun(results, end).incomplete === null);
    expect(whole.map(({ says }) => says)).toEqual([
      'a clean pass',
      'a failure that the exit code admits',
      'failures with exit code 0, as many programs in the wild print them',
      'fault words in the name of a test, which are no fault',
      'a failed assertion of libcheck, which is a failure and no crash',
      'an exit code that is the number of failures and not a signal',
    ]);
  });

  const silent: readonly (readonly [ResultFormat, ParsedResults])[] = [
    ...(
      ['junit', 'tap', 'unity', 'ztest', 'twister', 'gtest', 'ctest', 'catch', 'cpputest', 'check', 'robot'] as const
    ).map((format) => [format, parse<typeof format>(format, {} as FormatOptions[typeof format], '')] as const),
    ['pattern', parse('pattern', { pattern: '(?<name>a)(?<status>b)' }, '')],
  ];
  it.each(silent)('never takes silence with exit code 0 for a pass in %s', (_, results) => {
    expect(verdictOfRun(results, exit(0)).status).toBe('ARTIFACT_MISSING');
  });
});
