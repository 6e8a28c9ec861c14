import { type FormatFixtures, lines } from './fixture.ts';

const dashes = '-'.repeat(79);
const points = '.'.repeat(79);
const equals = '='.repeat(79);

export const catchFixtures: FormatFixtures<'catch'> = {
  format: 'catch',
  options: {},
  rows: [
    {
      says: 'all tests passed',
      text: lines(equals, 'All tests passed (12 assertions in 2 test cases)', ''),
      cases: ['passed passed #1', 'passed passed #2'],
    },
    {
      says: 'two failing sections of one test case as one failure',
      text: lines(
        dashes,
        'ring buffer',
        '  push',
        dashes,
        'ring.cpp:10',
        points,
        '',
        'ring.cpp:12: FAILED:',
        '  REQUIRE( a == b )',
        'with expansion:',
        '  1 == 2',
        '',
        dashes,
        'ring buffer',
        '  pop',
        dashes,
        'ring.cpp:20',
        points,
        '',
        'ring.cpp:22: FAILED:',
        '  CHECK( empty )',
        '',
        equals,
        'test cases: 3 | 2 passed | 1 failed',
        'assertions: 5 | 3 passed | 2 failed',
      ),
      cases: ['failed ring buffer', 'passed passed #1', 'passed passed #2'],
      holds: {
        cases: [
          { message: /push: ring\.cpp:12[\s\S]*1 == 2[\s\S]*pop: ring\.cpp:22/, file: 'ring.cpp', line: 12 },
          {},
          {},
        ],
      },
    },
    {
      says: 'a fatal signal as an error',
      text: lines(
        dashes,
        'ring buffer',
        dashes,
        'ring.cpp(10)',
        points,
        '',
        'ring.cpp(12): FAILED:',
        'due to a fatal error condition:',
        '  SIGSEGV - Segmentation violation signal',
        '',
        equals,
        'test cases: 1 | 1 failed',
        'assertions: 1 | 1 failed',
      ),
      cases: ['error ring buffer'],
    },
    {
      says: 'the compact reporter',
      text: lines('src/ring.cpp:12: failed: a == b for: 1 == 2', 'Failed 1 test case, failed 1 assertion.'),
      cases: ['failed ring.cpp::a == b'],
    },
    {
      says: 'the compact reporter when all is well',
      text: lines('Passed all 3 test cases with 5 assertions.'),
      cases: ['passed passed #1', 'passed passed #2', 'passed passed #3'],
    },
    { says: 'no tests', text: lines('No tests ran'), cases: [] },
    {
      says: 'an early end',
      text: lines(dashes, 'ring buffer', dashes, 'ring.cpp:10', points, '', 'ring.cpp:12: FAILED:'),
      cases: ['failed ring buffer'],
      incomplete: /no line "test cases/,
    },
  ],
};
