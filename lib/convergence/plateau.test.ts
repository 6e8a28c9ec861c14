import { expect, test } from 'vitest';
import { decideConvergedShort } from './converged-short.ts';
import { decidePlateau, plateauStrategySchema } from './plateau.ts';

test.each([
  { mode: 'interactive', strategy: {}, switches: 0, next: 'HUMAN_REVIEW' },
  { mode: 'ci', strategy: {}, switches: 0, next: 'SUCCESS_WITH_WARNING' },
  { mode: 'ci', strategy: { ci_terminate_as: 'failure' }, switches: 0, next: 'FAILURE' },
  { mode: 'ci', strategy: { ci_max_wait_seconds: 60 }, switches: 0, next: 'SUCCESS_WITH_WARNING' },
  { mode: 'ci', strategy: { ci_auto_terminate: false }, switches: 0, next: 'SUCCESS_WITH_WARNING' },
  { mode: 'ci', strategy: { ci_auto_terminate: false, ci_max_wait_seconds: 60 }, switches: 0, next: 'HUMAN_REVIEW' },
  { mode: 'auto', strategy: {}, switches: 0, next: 'STRATEGY_SWITCH' },
  { mode: 'auto', strategy: {}, switches: 1, next: 'STRATEGY_SWITCH' },
  { mode: 'auto', strategy: {}, switches: 2, next: 'FAILURE' },
  { mode: 'auto', strategy: { auto_retry_with_different_strategy: false }, switches: 0, next: 'FAILURE' },
  { mode: 'auto', strategy: { auto_max_strategy_switches: 0 }, switches: 0, next: 'FAILURE' },
  { mode: 'auto', strategy: { auto_fallback_strategies: ['search'] }, switches: 1, next: 'FAILURE' },
  { mode: 'interactive', strategy: { mode: 'ci' }, switches: 0, next: 'SUCCESS_WITH_WARNING' },
] as const)(
  'in $mode with $strategy after $switches switches a plateau leads to $next',
  ({ mode, strategy, switches, next }) => {
    const decision = decidePlateau({ mode, strategy: plateauStrategySchema.parse(strategy), switches, passRate: 0.71 });
    expect(decision.next).toBe(next);
    expect(decision.reason).toContain('71.00%');
  },
);

test('in ci the wait for a person ends as configured, and the channels are told', () => {
  const strategy = plateauStrategySchema.parse({
    ci_auto_terminate: false,
    ci_max_wait_seconds: 90,
    ci_terminate_as: 'failure',
    ci_notification_channels: ['slack', 'webhook'],
  });
  expect(decidePlateau({ mode: 'ci', strategy, switches: 0, passRate: 0.5 })).toMatchObject({
    next: 'HUMAN_REVIEW',
    wait: { seconds: 90, unanswered: 'FAILURE' },
    notify: ['slack', 'webhook'],
  });
});

test('strategy switches go through the fallback strategies in order', () => {
  const strategy = plateauStrategySchema.parse({ auto_fallback_strategies: ['search', 'llm'] });
  const chosen = [0, 1].map((switches) => decidePlateau({ mode: 'auto', strategy, switches, passRate: 0.5 }).strategy);
  expect(chosen).toEqual(['search', 'llm']);
});

test.each([
  { ci_terminate_as: 'success' },
  { ci_max_wait_seconds: -1 },
  { ci_notification_channels: ['pager'] },
  { auto_max_strategy_switches: 1.5 },
  { auto_retry: true },
])('the strategy %j is refused', (input) => {
  expect(plateauStrategySchema.safeParse(input).success).toBe(false);
});

test.each([
  ['interactive', 'HUMAN_REVIEW'],
  ['ci', 'SUCCESS_WITH_WARNING'],
  ['auto', 'SUCCESS_WITH_WARNING'],
] as const)('in %s a run that converged short of its target leads to %s', (mode, next) => {
  expect(decideConvergedShort({ mode, passRate: 0.82 }).next).toBe(next);
});
