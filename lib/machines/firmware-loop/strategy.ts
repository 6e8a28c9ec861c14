import { z } from 'zod';

const rate = z.number().min(0).max(1);

/** How an agent is told to go about its task. */
export const approaches = ['usual', 'smallest', 'diagnose', 'wide'] as const;

/** When a strategy may be switched to; what is not named holds always. */
export const strategyCondition = z.strictObject({
  after_iteration: z.int().min(0).max(1_000).optional().describe('Only after so many iterations.'),
  failing_at_most: z.int().min(0).optional().describe('Only when at most so many of the goal’s tests fail.'),
  failing_at_least: z.int().min(0).optional().describe('Only when at least so many of the goal’s tests fail.'),
  pass_rate_below: rate.optional().describe('Only while less than this share of the goal’s tests pass, 0 to 1.'),
});
export type StrategyCondition = z.infer<typeof strategyCondition>;

/** Where a run stands, as far as conditions ask. */
export interface Standing {
  readonly iteration: number;
  readonly passed: number;
  readonly total: number;
}

/** The part of a condition that does not hold, in words; null when it holds. */
export function whyNotNow(
  condition: StrategyCondition | undefined,
  { iteration, passed, total }: Standing,
): string | null {
  if (condition === undefined) return null;
  const { after_iteration, failing_at_most, failing_at_least, pass_rate_below } = condition;
  const failing = total - passed;
  const parts = [
    after_iteration !== undefined &&
      iteration < after_iteration &&
      `iteration ${iteration} is not ${after_iteration} yet`,
    failing_at_most !== undefined && failing > failing_at_most && `${failing} tests fail, more than ${failing_at_most}`,
    failing_at_least !== undefined &&
      failing < failing_at_least &&
      `${failing} tests fail, fewer than ${failing_at_least}`,
    pass_rate_below !== undefined &&
      passed / Math.max(total, 1) >= pass_rate_below &&
      `pass rate ${passed}/${total} is not below ${pass_rate_below}`,
  ];
  return parts.find((part) => typeof part === 'string') || null;
}
