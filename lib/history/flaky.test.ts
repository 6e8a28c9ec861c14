import fc from 'fast-check';
import { expect, it } from 'vitest';
import { flakinessOf, flakyRule } from './flaky.ts';
import { judgementOf, type Outcome } from './outcome.ts';

const letters: Readonly<Record<string, Outcome>> = {
  p: 'passed',
  f: 'failed',
  e: 'error',
  k: 'flaky',
  s: 'skipped',
  i: 'infra',
};
const of = (text: string) => flakinessOf([...text].map((letter) => letters[letter] ?? 'not_run'));

it.each([
  ['nothing', '', { score: null, disagreements: 0, isFlaky: false }],
  ['one result', 'f', { score: null, isFlaky: false }],
  ['passes only', 'p'.repeat(60), { score: 0, results: 50, isFlaky: false }],
  ['one break that lasts', `${'p'.repeat(20)}${'f'.repeat(20)}`, { disagreements: 1, isFlaky: false }],
  ['one break that was mended', 'pppppffffppppp', { disagreements: 2, isFlaky: false }],
  ['now and then', 'ppfpppfpppp', { disagreements: 4, score: 0.4, isFlaky: true }],
  ['failures and errors by turns', 'fefefefefe', { disagreements: 0, isFlaky: false }],
  ['passes that needed a retry', 'pppkppkppk', { disagreements: 3, isFlaky: true }],
  ['trouble of the bench and skips between', 'pispisipisp', { disagreements: 0, results: 4, isFlaky: false }],
  ['calm after the storm', `pfpfpf${'p'.repeat(20)}`, { isFlaky: false }],
  ['not calm for long enough', `pfpfpf${'p'.repeat(18)}`, { isFlaky: true }],
  [
    'an alarm that lies below the threshold by now',
    `${'p'.repeat(40)}fpf${'p'.repeat(15)}`,
    { disagreements: 4, isFlaky: false },
  ],
  ['only what is looked back at', `pfpfpf${'p'.repeat(5)}${'s'.repeat(100)}`, { score: null, isFlaky: false }],
  ['an alarm that is not over', `pfpfpp${'p'.repeat(10)}f${'p'.repeat(15)}`, { isFlaky: true }],
])('measures %s', (_, text, expected) => {
  expect(of(text)).toMatchObject(expected);
});

it('counts in one pass what the formula says of the last window', () => {
  const outcome = fc.constantFrom<Outcome>('passed', 'passed', 'passed', 'failed', 'error', 'flaky', 'skipped');
  fc.assert(
    fc.property(fc.array(outcome, { maxLength: 160 }), (history) => {
      const judged = history.slice(-flakyRule.lookBack).filter((one) => judgementOf(one) !== null);
      const window = judged.slice(-flakyRule.window);
      const disagree = window.filter(
        (one, at) => one === 'flaky' || (at > 0 && judgementOf(one) !== judgementOf(window[at - 1] ?? one)),
      ).length;
      expect(flakinessOf(history)).toMatchObject({ disagreements: disagree, results: window.length });
    }),
  );
});
