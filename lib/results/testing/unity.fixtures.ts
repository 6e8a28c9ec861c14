import { type FormatFixtures, lines } from './fixture.ts';

const end = (tests: number, failures: number, ignored: number): string =>
  lines(
    '',
    '-----------------------',
    `${tests} Tests ${failures} Failures ${ignored} Ignored `,
    failures === 0 ? 'OK' : 'FAIL',
  );

export const unityFixtures: FormatFixtures<'unity'> = {
  format: 'unity',
  options: {},
  rows: [
    {
      says: 'the three verdicts, with colons in a message',
      text:
        lines(
          'test/ring.c:10:test_push:PASS',
          'test/ring.c:21:test_pop:FAIL: Expected 1 Was 2: wrong: end',
          'test/ring.c:30:test_full:IGNORE: later',
        ) + end(3, 1, 1),
      cases: ['passed ring.c::test_push', 'failed ring.c::test_pop', 'skipped ring.c::test_full'],
      holds: {
        cases: [{ line: 10 }, { message: 'Expected 1 Was 2: wrong: end', file: 'test/ring.c' }, { reason: 'later' }],
      },
    },
    {
      says: 'a drive letter, CRLF and a duration',
      text: `C:\\fw\\test\\ring.c:10:test_push:PASS (12 ms)\r\n${end(1, 0, 0).replaceAll('\n', '\r\n')}`,
      cases: ['passed ring.c::test_push'],
      holds: { cases: [{ file: 'C:\\fw\\test\\ring.c', durationMs: 12 }] },
    },
    {
      says: 'a failure with a duration after its message',
      text: `a.c:1:t:FAIL: Expected 1 Was 2 (3 ms)\n${end(1, 1, 0)}`,
      cases: ['failed a.c::t'],
      holds: { cases: [{ message: 'Expected 1 Was 2', durationMs: 3 }] },
    },
    {
      says: 'colour and text of printf before a result',
      text: `value=1 12:30:45 a.c:5:t:\u001b[42mPASS\u001b[00m\n${end(1, 0, 0)}`,
      cases: ['passed a.c::t'],
      holds: { cases: [{ file: 'a.c', line: 5 }] },
    },
    {
      says: 'the verbose fixture, also with output in the middle of a test',
      text:
        lines(
          'Unity test run 1 of 1',
          'TEST(Ring, Push) PASS',
          'TEST(Ring, Pop)noise',
          'more noise PASS',
          'IGNORE_TEST(Ring, Full)',
          'TEST(Ring, Peek)t.c:9:TEST(Ring, Peek):FAIL: no',
        ) + end(4, 1, 1),
      cases: ['passed Ring::Push', 'passed Ring::Pop', 'skipped Ring::Full', 'failed Ring::Peek'],
    },
    {
      says: 'the verbose fixture, which leaves the name out of a failure',
      text:
        lines('TEST(Ring, Pop)t.c:6::FAIL: Expected 1 Was 2', 'TEST(Ring, Peek)noise', 't.c:9::IGNORE: later') +
        end(2, 1, 1),
      cases: ['failed Ring::Pop', 'skipped Ring::Peek'],
      holds: { cases: [{ file: 't.c', line: 6, message: 'Expected 1 Was 2' }, { file: 't.c' }] },
    },
    {
      says: 'a quiet fixture with its dots on the line of a failure',
      text: `Unity test run 1 of 1\n.!.t.c:9:TEST(Ring, Peek):FAIL: no\n.${end(3, 1, 1)}`,
      cases: ['failed Ring::Peek', 'passed passed #1'],
      holds: { cases: [{ file: 't.c' }, {}] },
    },
    {
      says: 'a quiet fixture, whose passing tests have no name',
      text: `Unity test run 1 of 1\n...\nt.c:9:TEST(Ring, Peek):FAIL: no\n${end(4, 1, 0)}`,
      cases: ['failed Ring::Peek', 'passed passed #1', 'passed passed #2', 'passed passed #3'],
    },
    {
      says: 'several programs in one log',
      isSeveral: true,
      text: `a.c:1:t:PASS\n${end(1, 0, 0)}b.c:1:t:PASS\n${end(1, 0, 0)}`,
      cases: ['passed a.c::t', 'passed b.c::t'],
    },
    {
      says: 'a crash without a summary',
      text: lines('a.c:1:t:PASS', 'a.c:2:u:PASS'),
      cases: ['passed a.c::t', 'passed a.c::u'],
      incomplete: /no summary/,
    },
    {
      says: 'a second program that crashes in an announced test',
      text: `${'a.c:1:t:PASS\n'}${end(1, 0, 0)}TEST(Ring, Pop)\nSegmentation fault\n`,
      cases: ['passed a.c::t', 'error Ring::Pop'],
      incomplete: /after the last summary/,
      holds: { fault: { kind: 'crash', line: 7 } },
    },
    {
      says: 'a summary that counts more failures than were printed',
      text: `a.c:1:t:FAIL: no\n${end(3, 2, 0)}`,
      cases: ['failed a.c::t', 'passed passed #1'],
      warnings: [/counts 2 failures, 1 were read/],
      incomplete: /counts 2 failures/,
    },
    {
      says: 'the same test twice as two tests',
      text: `a.c:1:t:FAIL: no\na.c:1:t:PASS\n${end(2, 1, 0)}`,
      cases: ['failed a.c::t', 'passed a.c::t (2)'],
    },
  ],
};
