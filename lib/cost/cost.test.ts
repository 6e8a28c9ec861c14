import { expect, test } from 'vitest';
import { type Cost, costsBy, sumCosts } from './cost.ts';
import { moneyInWords, tokensInWords } from './words.ts';

const cost = (more: Partial<Cost>): Cost => ({ ...sumCosts([]), calls: 1, ...more });

test('costs are added field by field, and what is unknown is counted', () => {
  const rows = [
    { agent: 'a', ...cost({ uncachedInput: 10, output: 5, reasoning: 2, money: 0.5 }) },
    { agent: 'b', ...cost({ unknownMoney: 1, unknownTokens: 1 }) },
    { agent: 'a', ...cost({ cacheRead: 3, cacheWrite: 1, money: 0.25 }) },
  ];
  const byAgent = costsBy(rows, ({ agent }) => agent);
  expect([...byAgent.keys()]).toEqual(['a', 'b']);
  expect(byAgent.get('a')).toMatchObject({ calls: 2, uncachedInput: 10, cacheRead: 3, output: 5, money: 0.75 });
  expect(sumCosts(rows)).toMatchObject({ calls: 3, unknownMoney: 1, unknownTokens: 1 });
});

test.each([
  ['nothing unknown', cost({ money: 1.5, output: 1_200 }), '1.50', '1,200'],
  ['nothing at all', cost({}), '0.00', '0'],
  ['a small amount', cost({ money: 0.00123 }), '0.0012', '0'],
  ['everything unknown', cost({ unknownMoney: 1, unknownTokens: 1 }), 'unknown', 'unknown'],
  [
    'a part unknown',
    cost({ calls: 2, money: 2, output: 7, unknownMoney: 1, unknownTokens: 1 }),
    '2.00 + unknown',
    '7 + unknown',
  ],
  [
    'reasoning, a part of the output',
    cost({ uncachedInput: 1, cacheRead: 2, cacheWrite: 3, output: 4, reasoning: 4 }),
    '0.00',
    '10',
  ],
])('%s is said as it is', (_, told, inMoney, inTokens) => {
  expect(moneyInWords(told)).toBe(inMoney);
  expect(tokensInWords(told)).toBe(inTokens);
});
