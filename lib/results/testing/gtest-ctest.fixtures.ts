import { type FormatFixtures, lines } from './fixture.ts';

export const gtestFixtures: FormatFixtures<'gtest'> = {
  format: 'gtest',
  options: {},
  rows: [
    {
      says: 'passes, failures and skips once, although the end repeats them',
      text: lines(
        '[==========] Running 3 tests from 1 test suite.',
        '[----------] 3 tests from Ring',
        '[ RUN      ] Ring.Push',
        '[       OK ] Ring.Push (2 ms)',
        '[ RUN      ] Ring.Pop',
        'ring_test.cc:12: Failure',
        'Expected equality of these values:',
        '  1',
        '[  FAILED  ] Ring.Pop (0 ms)',
        '[ RUN      ] Sizes/Ring.Full/0',
        'ring_test.cc:20: Skipped',
        'no memory',
        '[  SKIPPED ] Sizes/Ring.Full/0 (0 ms)',
        '[----------] 3 tests from Ring (2 ms total)',
        '[==========] 3 tests from 1 test suite ran. (2 ms total)',
        '[  PASSED  ] 1 test.',
        '[  FAILED  ] 1 test, listed below:',
        '[  FAILED  ] Ring.Pop',
      ),
      cases: ['passed Ring::Push', 'failed Ring::Pop', 'skipped Sizes/Ring::Full/0'],
      holds: { cases: [{ durationMs: 2 }, { file: 'ring_test.cc', line: 12 }, {}] },
    },
    {
      says: 'a parameter in a failure, and colour',
      text: lines(
        '[==========] Running 1 test from 1 test suite.',
        '\u001b[0;32m[ RUN      ] \u001b[mI/Ring.Full/1',
        '\u001b[0;31m[  FAILED  ] \u001b[mI/Ring.Full/1, where GetParam() = (5, "x") (1 ms)',
        '[==========] 1 test from 1 test suite ran. (1 ms total)',
      ),
      cases: ['failed I/Ring::Full/1'],
      holds: { cases: [{ durationMs: 1 }] },
    },
    {
      says: 'a program that dies inside a test',
      text: lines('[==========] Running 2 tests from 1 test suite.', '[ RUN      ] Ring.Push'),
      cases: ['error Ring::Push'],
      incomplete: /no "\[==========\] N tests ran"/,
    },
    {
      says: 'a repetition as attempts',
      isSeveral: true,
      text: ['FAILED', '    OK']
        .map((word) =>
          lines(
            '[==========] Running 1 test from 1 test suite.',
            '[ RUN      ] Ring.Push',
            `[  ${word}  ] Ring.Push (0 ms)`,
            '[==========] 1 test from 1 test suite ran. (0 ms total)',
          ),
        )
        .join(''),
      cases: ['passed~ Ring::Push'],
    },
  ],
};

export const ctestFixtures: FormatFixtures<'ctest'> = {
  format: 'ctest',
  options: {},
  rows: [
    {
      says: 'every outcome, with retries as attempts',
      text: lines(
        'Test project /home/u/build',
        '    Start 1: ok',
        '1/7 Test #1: ok ...............................   Passed    0.01 sec',
        '    Start 2: with space',
        '2/7 Test #2: with space .......................***Failed    0.00 sec',
        '    Start 3: slow',
        '3/7 Test #3: slow .............................***Timeout   1.00 sec',
        '    Start 4: skip',
        '4/7 Test #4: skip .............................***Skipped   0.00 sec',
        '    Start 5: missing',
        'Could not find executable /nope/x',
        '5/7 Test #5: missing ..........................***Not Run   0.00 sec',
        '    Start 6: off',
        '6/7 Test #6: off ..............................***Not Run (Disabled)   0.00 sec',
        '    Start 7: flaky',
        '7/7 Test #7: flaky ............................***Exception: SegFault  0.00 sec',
        '    Start 7: flaky',
        '    Test #7: flaky ............................   Passed    0.00 sec',
        '',
        '50% tests passed, 3 tests failed out of 6',
      ),
      cases: [
        'passed ok',
        'failed with space',
        'error slow',
        'skipped skip',
        'error missing',
        'skipped off',
        'passed~ flaky',
      ],
      holds: {
        cases: [{ durationMs: 10 }, {}, {}, {}, { message: /Could not find executable/ }, { reason: 'disabled' }, {}],
      },
    },
    {
      says: 'the output of a failing test with -V',
      text: lines(
        'test 1',
        '    Start 1: bad',
        '1: Test command: /usr/bin/x',
        '1: hello world',
        '1/1 Test #1: bad ..............................***Failed    0.00 sec',
        '0% tests passed, 1 tests failed out of 1',
      ),
      cases: ['failed bad'],
      holds: { cases: [{ message: 'Failed\nhello world' }] },
    },
    {
      says: 'what a failing test prints of its crash as part of that test',
      text: lines(
        '    Start 1: bad',
        '1/2 Test #1: bad ..............................***Failed    0.00 sec',
        'Segmentation fault',
        'AddressSanitizer: heap-use-after-free',
        '    Start 2: ok',
        '2/2 Test #2: ok ...............................   Passed    0.00 sec',
        '50% tests passed, 1 tests failed out of 2',
      ),
      cases: ['failed bad', 'passed ok'],
      holds: { fault: undefined },
    },
    {
      says: 'an early end',
      text: lines('    Start 1: ok', '1/2 Test #1: ok ......   Passed    0.01 sec', '    Start 2: hang'),
      cases: ['passed ok'],
      incomplete: /no line "N tests failed out of M"/,
    },
    { says: 'no tests', text: lines('No tests were found!!!'), cases: [] },
  ],
};
