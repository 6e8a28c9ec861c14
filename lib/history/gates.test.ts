import { describe, expect, it } from 'vitest';
import { type GateFacts, judgeGates, type Named } from './gates.ts';
import type { Outcome } from './outcome.ts';
import { noQuarantine, readQuarantine } from './quarantine.ts';

const letters: Readonly<Record<string, Outcome>> = {
  p: 'passed',
  f: 'failed',
  e: 'error',
  k: 'flaky',
  s: 'skipped',
  i: 'infra',
};
/** Tests `a`, `b`, … each with the outcome of its letter; `.` is one that is not there. */
const named = (label: string, text: string): Named => ({
  label,
  tests: [...text].flatMap((letter, at) => {
    const outcome = letters[letter];
    const name = String.fromCharCode(97 + at);
    return outcome === undefined ? [] : [{ id: name, key: `s::${name}`, suite: 's', name, outcome, message: null }];
  }),
});
const facts = (subject: string, more: Partial<GateFacts> = {}): GateFacts => ({
  subject: named('import #9', subject),
  ...{ before: named('import #8', 'ppf'), release: null, newlyFlaky: [], quarantine: noQuarantine, ...more },
});
const verdicts = (given: GateFacts) => judgeGates(given).gates.map(({ gate, holds }) => `${gate} ${holds}`);

describe('no-new-failure', () => {
  it.each([
    ['the same failures', 'ppf', true],
    ['a failure mended', 'ppp', true],
    ['a pass that broke', 'pff', false],
    ['a new test that fails', 'ppff', false],
    ['a new test that passes', 'ppfp', true],
    ['a test that vanished', 'p.f', false],
    ['a pass that needed a retry', 'kpf', true],
    ['trouble of the bench', 'ipf', true],
  ])('with %s', (_, subject, holds) => {
    expect(judgeGates(facts(subject), ['no-new-failure']).holds).toBe(holds);
  });

  it('names the tests and what they were compared with', () => {
    expect(judgeGates(facts('fff'), ['no-new-failure']).gates).toEqual([
      {
        gate: 'no-new-failure',
        holds: false,
        reason: '2 tests failed or went missing that did not in import #8: s::a, s::b',
        tests: ['s::a', 's::b'],
      },
    ]);
  });
});

it('compares the pass rate with the last release, equal is enough', () => {
  const release = named('v1.2', 'ppff');
  expect(verdicts(facts('ppff', { release }))[1]).toBe('not-below-release true');
  expect(verdicts(facts('pfff', { release }))[1]).toBe('not-below-release false');
});

it('is closed by a test that became flaky, unless it is in quarantine', () => {
  const parsed = readQuarantine('tests:\n  - test: "s::*"\n    because: bug 7\n', '2026-01-01');
  const quarantine = 'quarantine' in parsed ? parsed.quarantine : noQuarantine;
  expect(verdicts(facts('ppf', { newlyFlaky: ['s::a'] }))[2]).toBe('no-new-flaky false');
  expect(verdicts(facts('ppf', { newlyFlaky: ['s::a'], quarantine }))[2]).toBe('no-new-flaky true');
  expect(judgeGates(facts('fff', { quarantine }))).toMatchObject({ holds: true, excused: ['s::a', 's::b', 's::c'] });
});

it('is closed for a build without an executed test, and open where nothing is there to compare with', () => {
  expect(judgeGates(facts('ss')).holds).toBe(false);
  expect(verdicts(facts('ff', { before: null }))).toEqual([
    'no-new-failure null',
    'not-below-release null',
    'no-new-flaky null',
  ]);
});

describe('the quarantine list', () => {
  it('holds for a test until its last day is over', () => {
    const text = 'tests:\n  - { test: "radio::*", because: rev B, until: 2026-03-31, owner: ana }\n';
    const entry = (day: string, key: string) => {
      const parsed = readQuarantine(text, day);
      return 'quarantine' in parsed ? parsed.quarantine.entryOf(key)?.owner : parsed.problem;
    };
    expect([
      entry('2026-03-31', 'radio::sends'),
      entry('2026-04-01', 'radio::sends'),
      entry('2026-01-01', 'uart::sends'),
    ]).toEqual(['ana', undefined, undefined]);
  });

  it.each([
    ['a*c', 'abc', true],
    ['a*c', 'ab', false],
    ['*b*', 'abc', true],
    ['a*b*a', 'aba', true],
    ['a*a', 'a', false],
    ['t[0x40]', 't[0x40]', true],
    ['*', 'anything', true],
  ])('%s fits %s: %s', (test, key, isIn) => {
    const parsed = readQuarantine(JSON.stringify({ tests: [{ test, because: 'x' }] }), '2026-01-01');
    expect('quarantine' in parsed && parsed.quarantine.entryOf(key) !== undefined).toBe(isIn);
  });

  it.each([
    ['a test without a reason', 'tests:\n  - test: a\n', /because/],
    ['another word', 'skip: []\n', /skip/],
    ['broken YAML', 'tests: [', /line 1/],
  ])('refuses %s', (_, text, problem) => {
    expect(readQuarantine(text, '2026-01-01')).toEqual({ problem: expect.stringMatching(problem) });
  });

  it('may be empty', () => {
    expect(readQuarantine('', '2026-01-01')).toMatchObject({ quarantine: { entries: [] } });
  });
});
