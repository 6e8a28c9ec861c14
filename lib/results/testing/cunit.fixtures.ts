import { type FormatFixtures, lines } from './fixture.ts';

const summary = (ran: number, passed: number, failed: number): string =>
  lines(
    'Run Summary:    Type  Total    Ran Passed Failed Inactive',
    '              suites      2      2    n/a      0        0',
    `               tests     ${ran}     ${ran}      ${passed}      ${failed}        0`,
    `             asserts     46     46     ${46 - failed}      ${failed}      n/a`,
    '',
    'Elapsed time =    0.000 seconds',
  );

export const cunitFixtures: FormatFixtures<'cunit'> = {
  format: 'cunit',
  options: {},
  rows: [
    {
      says: 'outcomes that stand behind what the tests print, and where a test failed',
      text:
        lines(
          '     CUnit - A unit testing framework for C - Version 2.1-3',
          '     http://cunit.sourceforge.net/',
          '',
          'Suite: Ring',
          '  Test: empty buffer ...passed',
          '  Test: three numbers ..."val: 0"',
          '2 of 3 passed',
          '"val: 5"passed',
          '  Test: wrap ...FAILED',
          '    1. ../tests/ring.c:336  - CU_ASSERT_EQUAL(res,END)',
          '    2. ../tests/ring.c:337  - CU_ASSERT_TRUE(ok)',
          'Suite: Frame',
          '  Test: encode ...',
          '9FF97E00FF',
          'passed',
          '',
        ) + summary(4, 3, 1),
      cases: ['passed Ring::empty buffer', 'passed Ring::three numbers', 'failed Ring::wrap', 'passed Frame::encode'],
      holds: {
        cases: [
          {},
          {},
          { file: '../tests/ring.c', line: 336, message: 'CU_ASSERT_EQUAL(res,END)\nCU_ASSERT_TRUE(ok)' },
          {},
        ],
      },
    },
    {
      says: 'the normal mode, which names only what failed',
      text: lines('Suite Ring, Test wrap had failures:', '    1. ring.c:3  - CU_FAIL("no")', '') + summary(3, 2, 1),
      cases: ['failed Ring::wrap', 'passed passed #1', 'passed passed #2'],
    },
    {
      says: 'a suite that could not begin',
      text: lines("WARNING - Suite initialization failed for 'Ring'.", '') + summary(0, 0, 0),
      cases: ['error Ring::(initialization of the suite)'],
    },
    {
      says: 'a program that dies inside a test',
      text: lines('Suite: Ring', '  Test: empty ...passed', '  Test: wrap ...about to write'),
      cases: ['passed Ring::empty', 'error Ring::wrap'],
      incomplete: /no "Run Summary"/,
      holds: { cases: [{}, { message: 'the test was started and never ended\nabout to write' }] },
    },
    {
      says: 'a program that dies inside a test which has printed that something passed',
      text: lines('Suite: Ring', '  Test: empty ...passed', '  Test: wrap ...self test passed'),
      cases: ['passed Ring::empty', 'error Ring::wrap'],
      incomplete: /no "Run Summary"/,
      holds: { cases: [{}, { message: 'the test was started and never ended\nself test passed' }] },
    },
    {
      says: 'a summary that counts more failures than were read',
      text: lines('Suite: Ring', '  Test: empty ...passed', '') + summary(2, 1, 1),
      cases: ['passed Ring::empty'],
      warnings: [/counts 1 failed tests, 0 were read/],
      incomplete: /counts 1 failed/,
    },
  ],
};
