import { type FormatFixtures, lines } from './fixture.ts';

export const cpputestFixtures: FormatFixtures<'cpputest'> = {
  format: 'cpputest',
  options: {},
  rows: [
    {
      says: 'normal output, where only failures have names',
      text: lines(
        '..!.',
        'tests/ring.cpp:23: error: Failure in TEST(Ring, Pop)',
        '\texpected <1>',
        '\tbut was  <2>',
        '',
        '..',
        'Errors (1 failures, 5 tests, 4 ran, 20 checks, 1 ignored, 0 filtered out, 5 ms)',
      ),
      cases: ['failed Ring::Pop', 'passed passed #1', 'passed passed #2', 'passed passed #3'],
      holds: { cases: [{ message: 'expected <1>\nbut was  <2>', file: 'tests/ring.cpp', line: 23 }, {}, {}, {}] },
    },
    {
      says: 'verbose output',
      text: lines(
        'TEST(Ring, Push) - 1 ms',
        'TEST(Ring, Pop)',
        'tests/ring.cpp:23: error: Failure in TEST(Ring, Pop)',
        '\tCHECK(x) failed',
        '',
        ' - 2 ms',
        'IGNORE_TEST(Ring, Full) - 0 ms',
        '',
        'Errors (1 failures, 3 tests, 2 ran, 3 checks, 1 ignored, 0 filtered out, 3 ms)',
      ),
      cases: ['passed Ring::Push', 'failed Ring::Pop', 'skipped Ring::Full'],
      holds: { cases: [{ durationMs: 1 }, { durationMs: 2, message: 'CHECK(x) failed' }, {}] },
    },
    {
      says: 'two programs, both good',
      isSeveral: true,
      text: lines(
        '..',
        'OK (2 tests, 2 ran, 4 checks, 0 ignored, 0 filtered out, 0 ms)',
        '.',
        'OK (1 tests, 1 ran, 1 checks, 0 ignored, 0 filtered out, 0 ms)',
      ),
      cases: ['passed passed #1', 'passed passed #2', 'passed passed #3'],
    },
    {
      says: 'a crash inside a test',
      text: lines('TEST(Ring, Push) - 1 ms', 'TEST(Ring, Pop)'),
      cases: ['passed Ring::Push', 'error Ring::Pop'],
      incomplete: /no summary/,
    },
  ],
};

export const checkFixtures: FormatFixtures<'check'> = {
  format: 'check',
  options: {},
  rows: [
    {
      says: 'failures with names and passes without',
      text: lines(
        'Running suite(s): Money',
        '50%: Checks: 4, Failures: 1, Errors: 1',
        "check_money.c:25:F:Core:test_create:0: Assertion 'm == 1' failed: m == 2",
        'check_money.c:30:E:Core:test_loop:3: (after this point) Received signal 11',
      ),
      cases: [
        'failed Core::test_create',
        'error Core::test_loop[3]',
        'passed Money::passed #1',
        'passed Money::passed #2',
      ],
    },
    {
      says: 'verbose output of several suites in one program',
      text: lines(
        'Running suite(s): A',
        ' B',
        '100%: Checks: 2, Failures: 0, Errors: 0',
        'a.c:1:P:Core:test_a:0: Passed',
        'C:\\b.c:2:P:Core:test_b:0: Passed',
      ),
      cases: ['passed Core::test_a', 'passed Core::test_b'],
    },
    {
      says: 'a program that crashes without forking after a good one',
      text: lines('Running suite(s): A', '100%: Checks: 1, Failures: 0, Errors: 0', 'Running suite(s): B'),
      cases: ['passed A::passed #1'],
      incomplete: /suite B has no summary/,
    },
    {
      says: 'failures that were counted and not printed',
      text: lines('Running suite(s): A', '0%: Checks: 2, Failures: 2, Errors: 0', 'a.c:1:F:Core:t:0: no'),
      cases: ['failed Core::t'],
      warnings: [/counts 2 failures and errors, 1 were read/],
      incomplete: /counts 2/,
    },
  ],
};
