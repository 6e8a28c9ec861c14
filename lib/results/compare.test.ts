import { describe, expect, it } from 'vitest';
import { compareResults } from './compare.ts';
import { lines, parse } from './testing/fixture.ts';
import type { TestCase } from './types.ts';
import { verdictOfRun } from './verdict-of-run.ts';

const point: Readonly<Record<string, string>> = {
  pass: 'ok 1 t',
  fail: 'not ok 1 t',
  skip: 'ok 1 t # SKIP',
  absent: '',
};
const tap = (word: string): TestCase[] => parse('tap', {}, lines(point[word] ?? '', '1..1')).cases;

describe('compareResults', () => {
  it.each([
    ['pass', 'pass', 'still_passing', 0],
    ['pass', 'fail', 'regression', 1],
    ['pass', 'skip', 'disappeared', 1],
    ['pass', 'absent', 'disappeared', 1],
    ['fail', 'pass', 'fixed', 0],
    ['fail', 'fail', 'still_failing', 0],
    ['fail', 'skip', 'disappeared', 1],
    ['fail', 'absent', 'disappeared', 1],
    ['skip', 'pass', 'new_pass', 0],
    ['skip', 'fail', 'new_failure', 0],
    ['skip', 'skip', 'unchanged', 0],
    ['skip', 'absent', 'disappeared', 0],
    ['absent', 'pass', 'new_pass', 0],
    ['absent', 'fail', 'new_failure', 0],
    ['absent', 'skip', 'appeared', 0],
  ])('calls %s → %s %s', (before, after, change, regressions) => {
    const comparison = compareResults(tap(before), tap(after));
    expect(comparison.changes.map((each) => each.change)).toEqual([change]);
    expect(comparison.counts).toMatchObject({ [change]: 1 });
    expect(comparison.regressions).toBe(regressions);
  });

  const check = (checks: number, ...failing: string[]): TestCase[] =>
    parse(
      'check',
      {},
      lines(
        'Running suite(s): S',
        `0%: Checks: ${checks}, Failures: ${failing.length}, Errors: 0`,
        ...failing.map((name) => `a.c:1:F:Core:${name}:0: no`),
      ),
    ).cases;

  const byKey = (cases: TestCase[]) => cases.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const twoSuites = (first: number, second: number, ...failing: string[]): TestCase[] =>
    parse(
      'check',
      {},
      [first, second]
        .map((checks, at) => {
          const named = at === 0 ? failing : [];
          return lines(
            `Running suite(s): S${at}`,
            `0%: Checks: ${checks}, Failures: ${named.length}, Errors: 0`,
            ...named.map((name) => `a.c:1:F:Core:${name}:0: no`),
          );
        })
        .join(''),
    ).cases;

  it.each([
    ['a fix', check(3, 'a'), check(3), { fixed: 1, still_passing: 2 }, 0],
    ['a regression', check(3), check(3, 'a'), { regression: 1, still_passing: 2 }, 1],
    ['a fix and a regression at once', check(3, 'a'), check(3, 'b'), { fixed: 1, regression: 1, still_passing: 1 }, 1],
    ['a regression, in another order', byKey(check(12)), check(12, 'a'), { regression: 1, still_passing: 11 }, 1],
    [
      'a regression in the first of two suites',
      twoSuites(3, 5),
      twoSuites(3, 5, 'a'),
      { regression: 1, still_passing: 7 },
      1,
    ],
    [
      'a fix in the first of two suites',
      twoSuites(3, 5, 'a'),
      byKey(twoSuites(3, 5)),
      { fixed: 1, still_passing: 7 },
      0,
    ],
    ['a failing test that was deleted', check(3, 'a'), check(2), { disappeared: 1, still_passing: 2 }, 1],
    ['a counted test that was deleted', check(3), check(2), { disappeared: 1, still_passing: 2 }, 1],
    ['a new passing test', check(2), check(3), { new_pass: 1, still_passing: 2 }, 0],
  ])('sees %s among tests that are only counted', (_, before, after, counts, regressions) => {
    const comparison = compareResults(before, after);
    expect(Object.fromEntries(Object.entries(comparison.counts).filter(([, count]) => count > 0))).toEqual(counts);
    expect(comparison.regressions).toBe(regressions);
  });

  it('takes a crash that is over for good news', () => {
    const results = parse('tap', {}, '1..1\nok 1 t\n');
    const crashed = verdictOfRun(results, { exitCode: null, endedBy: 'signal', signal: 'SIGSEGV' }).results.cases;
    const comparison = compareResults(crashed, results.cases);
    expect(comparison.changes.map(({ name, change }) => `${name} ${change}`)).toEqual([
      't still_passing',
      '(crash) fixed',
    ]);
    expect(comparison.regressions).toBe(0);
  });
});
