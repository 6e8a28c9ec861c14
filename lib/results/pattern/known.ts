import type { PatternSettings } from './options.ts';

/** What small programs without a framework print, each as the expressions that read it. Status words are the usual ones. */
export const knownPatterns: readonly PatternSettings[] = [
  // minctest: "	Results       pass:150   fail: 0      0ms", and at a failure "	Results       test.c:147 error".
  {
    pattern: '^\\t(?<name>\\S+)\\s+(?:pass:\\s*\\d+\\s+fail:\\s*(?<status>0)\\s|(?<message>\\S+:\\d+ error))',
    words: { passed: ['0'] },
    statusWithoutWord: 'failed',
    summary: '^(?:ALL|SOME) TESTS (?:PASSED|FAILED)',
  },
  // "FAILED: test for arrays (at line 12)" for failures only, then "PASSED: 11" and "FAILED: 1".
  {
    pattern: '^FAILED: (?<name>.+) \\(at line (?<line>\\d+)\\)$',
    statusWithoutWord: 'failed',
    summary: '^(?:PASSED: (?<passed>\\d+)|FAILED: (?<failed>\\d+))$',
  },
  // "[7/9]: pattern 'a' matched 'b' unexpectedly" for failures only, then "8/9 tests succeeded".
  {
    pattern: '^\\[(?<name>\\d+)/\\d+\\]: (?<message>.+)$',
    statusWithoutWord: 'failed',
    summary: '^(?<passed>\\d+)/(?<total>\\d+) tests (?:succeeded|passed)',
  },
  // "tests/a.toml:12:failure: a_case:1 (SIZE=1) failed" for failures only, then "done: 9/10 passed".
  {
    pattern: '^(?<file>\\S+):(?<line>\\d+):failure: (?<name>\\S+) (?<message>.*)$',
    statusWithoutWord: 'failed',
    summary: '^done: (?<passed>\\d+)/(?<total>\\d+) passed',
  },
  // "12 - Create a string: PASSED", then "12 tests, 12 passed, 0 failed".
  {
    pattern: '^\\d+ - (?<name>.+): (?<status>PASSED|FAILED)$',
    summary: '^(?<total>\\d+) tests, (?<passed>\\d+) passed, (?<failed>\\d+) failed',
  },
  // prove: "basic.sh .... ok", "basic.sh .... Failed 1/9 subtests", then "Result: FAIL".
  {
    pattern: '^(?<name>\\S+) \\.{2,} *(?<status>ok|Failed|Dubious|skipped)\\b(?<message>.*)$',
    words: { passed: ['ok'], failed: ['Failed', 'Dubious'] },
    summary: '^Result: (?:PASS|FAIL)',
  },
  // greatest: "FAIL name: why (test.c:58)", with -v also "PASS name: (1 ticks, 0.000 sec)", then "Pass: 34, fail: 1, skip: 0."
  {
    pattern:
      '^(?<status>PASS|FAIL|SKIP) (?<name>[^:\\s]+): ?(?<message>.*?)(?: \\((?:\\d+ ticks, [\\d.]+ sec|(?<file>[^():]+):(?<line>\\d+))\\))?$',
    summary: '^Pass: (?<passed>\\d+), fail: (?<failed>\\d+), skip: \\d+\\.',
  },
  // "41 get(a) == 3   - FAILED", "get(a) == 3   - OK", "get(a) == 3   - FAIL", then "Tests failed: 1" and "Tests passed: 348".
  {
    pattern: '^(?:(?<line>\\d+) )?(?<name>.*\\S) *- (?<status>OK|FAIL|FAILED)$',
    summary: '^Tests (?:passed: (?<passed>\\d+)|failed: (?<failed>\\d+))$',
  },
  // cmocka: "[       OK ] name" and "[  FAILED  ] name".
  {
    pattern: '^\\[ {2,7}(?<status>OK|FAILED|SKIPPED) {1,2}\\] (?<name>\\w+)$',
    repeats: 'attempts',
    summary: '^\\[={10}\\] .*: \\d+ test\\(s\\) run\\.|^\\[={10}\\] \\d+ test\\(s\\) run\\.',
  },
  // "PASS: name", "FAIL: name: why" (automake and many others).
  { pattern: '^\\s*(?<status>PASS|PASSED|OK|FAIL|FAILED|ERROR|SKIP)\\s*[:\\-] ?(?<name>[^:]+)(?:: (?<message>.*))?$' },
  // "[PASS] name", "[ OK ] name", "[FAIL] name: why".
  {
    pattern:
      '^\\s*\\[ *(?<status>PASS|PASSED|OK|FAIL|FAILED|ERROR|SKIP|SKIPPED) *\\]:? (?<name>[^:]+)(?:: (?<message>.*))?$',
  },
  // "name: OK", "name ... ok", "name .... FAILED".
  {
    pattern:
      '^\\s*(?<name>\\w[^:]*?)(?::| ?\\.{2,}|\\s-+>?) *\\[?(?<status>pass|passed|ok|PASS|PASSED|OK|fail|failed|FAIL|FAILED|Passed|Failed)\\b\\]?[.!]?$',
  },
  // "✓ name", "✗ name".
  { pattern: '^\\s*(?<status>[✓✗✘]) (?<name>.+)$' },
];
