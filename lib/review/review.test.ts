import { describe, expect, test } from 'vitest';
import { firmwareLoop } from '#lib/machines/firmware-loop/index.ts';
import { ways } from '#lib/machines/firmware-loop/testing/ways.ts';
import { blockingTests } from './blocking.ts';
import { decisionWords } from './decision.ts';
import { defaultDecision } from './default-decision.ts';
import { foresee } from './foresee.ts';
import { mentionsIn } from './mentions.ts';
import { likeness } from './similar.ts';

const people = ['ada', 'ada.l', 'grace@example.org', 'Ünal', 'jean-luc+x@example.org'];

test.each([
  ['@ada look', ['ada']],
  ['(@ada.l)', ['ada.l']],
  ['ask @grace@example.org, not me@ada', ['grace@example.org']],
  ['@adam and @ada-x are others', []],
  ['@Ünal!', ['Ünal']],
  ['@jean-luc+x@example.org?', ['jean-luc+x@example.org']],
])('%s mentions %j', (text, mentioned) => {
  expect(mentionsIn(text, people)).toEqual(mentioned);
});

const failing = (testId: string, outcomes: Record<string, string>) => ({
  testId,
  name: testId,
  suite: '',
  message: null,
  signature: null,
  outcomes,
});

test('what blocks is what fails in the kept tree, and what never passed is counted over all iterations', () => {
  const tests = [
    failing('a', { 0: 'failed', 1: 'failed', 2: 'failed' }),
    failing('b', { 0: 'failed', 1: 'passed', 2: 'error' }),
  ];
  const names = (kept: number | null) => {
    const { iteration, now, neverPassed } = blockingTests(tests, [0, 1, 2], kept);
    return [iteration, now.map(({ testId }) => testId), neverPassed.map(({ testId }) => testId)];
  };
  expect(names(1)).toEqual([1, ['a'], ['a']]);
  expect(names(2)).toEqual([2, ['a', 'b'], ['a']]);
  expect(names(7), 'not measured: the last measurement counts').toEqual([2, ['a', 'b'], ['a']]);
});

const failure = (testId: string, signature: string | null = null) => ({ testId, signature });

test.each([
  ['nothing', [], [], 0],
  ['no test in common', [failure('a')], [failure('b')], 0],
  ['the same tests and messages', [failure('a', 'x')], [failure('a', 'x')], 1],
  ['the same tests with other messages', [failure('a', 'x')], [failure('a', 'y')], 2 / 3],
  ['half of the tests', [failure('a', 'x')], [failure('a', 'x'), failure('b')], 1 / 2],
])('two runs with %s are alike by their tests first', (_, here, there, score) => {
  expect(likeness(here, there).score).toBeCloseTo(score);
});

describe('a run in review', () => {
  const run = ways['HUMAN_REVIEW.OPEN']();
  const said = { by: 'ada', reason: 'enough', at: 1 };

  test('foresees where a verdict leads without going there', () => {
    const before = JSON.stringify(run.envelope);
    expect(foresee(firmwareLoop, run.envelope, { type: 'review.give-up', ...said }, 'ada')).toMatchObject({
      taken: true,
      to: 'FAILURE',
      ends: true,
      reasons: [expect.stringMatching(/^ada gives up/)],
    });
    expect(foresee(firmwareLoop, run.envelope, { type: 'board.granted', at: 1 }, 'ada')).toMatchObject({
      taken: false,
    });
    expect(JSON.stringify(run.envelope)).toBe(before);
  });

  test('has no default decision without a due time', () => {
    const standing = { id: 'engine.run', visit: 1, type: 'control.timeout', dueAt: null };
    expect(defaultDecision(firmwareLoop, run.envelope, [standing])).toBeNull();
  });
});

test('a decision reads as what somebody proposes to do', () => {
  expect(decisionWords({ verdict: 'continue', hint: 'the clock' })).toBe('continue with the hint “the clock”');
  expect(decisionWords({ verdict: 'roll-back', to: 'base' })).toBe('roll back to the base and go on');
});
