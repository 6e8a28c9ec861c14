import { expect, test } from 'vitest';
import { metricsOfOutput } from './metrics.ts';

const metric = (pattern: string) => ({ pattern, unit: 'cycles', direction: 'lower' }) as const;

function measure(patterns: Readonly<Record<string, string>>, pieces: readonly string[]) {
  const metrics = Object.fromEntries(Object.entries(patterns).map(([name, pattern]) => [name, metric(pattern)]));
  const numbers = metricsOfOutput({ metrics }, 50);
  for (const piece of pieces) numbers.push('stdout', Buffer.from(piece));
  return numbers.end();
}

test('the last match of each pattern counts, and what no line has is not measured', () => {
  const patterns = { cycles: 'cycles: (?<value>\\d+)', stack: 'stack: (?<value>\\d+)' };
  expect(measure(patterns, ['cycles: 9\ncyc', 'les: 120\ncycles: many\n'])).toEqual({ cycles: 120, stack: null });
});

test('a pattern that would take for ever measures nothing and holds nobody up', () => {
  const begin = performance.now();
  const pieces = ['n=1\n', `${'x'.repeat(1_999)}\n`, 'n=2\n'];
  expect(measure({ n: 'n=(?<value>\\d)|.*.*.*.*.*!' }, pieces)).toEqual({ n: null });
  expect(performance.now() - begin).toBeLessThan(10_000);
});
