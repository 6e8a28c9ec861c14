import { expect, test } from 'vitest';
import type { Fate, Tried } from '../choose/outcome.ts';
import { learnedPriors, recordsOf } from './learned-priors.ts';
import { type Operator, operators } from './operators.ts';

const record = (operator: string, tried: number, improved: number) => ({ operator, tried, unbuilt: 0, improved });

test('without past searches the estimates stand', () => {
  expect(learnedPriors([])).toEqual(
    Object.fromEntries(Object.entries(operators).map(([name, { prior }]) => [name, prior])),
  );
});

test('what helped more often than was thought is tried earlier, what helped less often later', () => {
  const priors = learnedPriors([record('relation', 1_000, 2), record('callee', 1_000, 20)]);
  expect(priors.callee).toBeGreaterThan(operators.callee.prior);
  expect(priors.relation).toBeLessThan(operators.relation.prior);
  expect(priors.cast).toBe(operators.cast.prior);
});

test.each([
  ['a few tries', 20, 1, 1.2],
  ['many', 20_000, 2_000, 1.25],
])('%s move an estimate by no more than %i tries are worth', (_, tried, improved, most) => {
  const priors = learnedPriors([record('callee', tried, improved), record('relation', 1_000, 1)]);
  expect(priors.callee / operators.callee.prior).toBeLessThanOrEqual(most);
});

test('a kind of edit that this release does not know says nothing', () => {
  expect(learnedPriors([record('telepathy', 1_000, 900)])).toEqual(learnedPriors([]));
});

test('a search leaves how often each kind was tried, did not build and helped', () => {
  const one = (fate: Fate, ...names: Operator[]): Tried => ({
    candidate: { id: '', operators: names, path: 'a.c', line: 1, edits: [], priority: 1, before: '', after: '' },
    position: 1,
    fate,
    mended: [],
    newWarnings: 0,
  });
  const tried = [
    one('does not build', 'cast'),
    one('improves', 'cast', 'relation'),
    one('breaks a test', 'relation', 'relation'),
  ];
  expect(recordsOf(tried)).toEqual([
    { operator: 'cast', tried: 2, unbuilt: 1, improved: 1 },
    { operator: 'relation', tried: 2, unbuilt: 0, improved: 1 },
  ]);
});
