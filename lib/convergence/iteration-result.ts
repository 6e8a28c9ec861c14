import { z } from 'zod';

const count = z.int().min(0);
const share = z.number().min(0).max(1);

/**
 * One iteration's result as stated in a history: the fields of the design's `TestResult` (§6.1) by name. `total` is
 * passed + failed + errors; skipped tests come on top.
 */
export const statedResultSchema = z
  .strictObject({
    passed: count,
    total: count,
    skip_count: count.optional(),
    error_count: count.optional(),
    /** Seconds spent running the tests. */
    execution_time: z.number().min(0).optional(),
    /** Higher is better; only differences between iterations count. */
    performance_score: z.number().optional(),
    confidence_score: share.optional(),
    regression_detected: z.boolean().optional(),
    /** Share of performance lost against the baseline. */
    performance_degradation: z.number().optional(),
  })
  .refine(({ passed, total }) => passed <= total, { path: ['passed'], message: 'must not exceed total' })
  .refine(({ passed, total, error_count = 0 }) => passed > total || passed + error_count <= total, {
    path: ['error_count'],
    message: 'passed and error_count together must not exceed total',
  });

export type StatedResult = Readonly<z.infer<typeof statedResultSchema>>;

/** A result in which nothing is left open. */
export type IterationResult = { readonly [Field in keyof StatedResult]-?: NonNullable<StatedResult[Field]> };

/** Fills what was not stated with the defaults of §6.3. */
export function toIterationResult(stated: StatedResult): IterationResult {
  return {
    passed: stated.passed,
    total: stated.total,
    skip_count: stated.skip_count ?? 0,
    error_count: stated.error_count ?? 0,
    execution_time: stated.execution_time ?? 0,
    performance_score: stated.performance_score ?? 0.5,
    confidence_score: stated.confidence_score ?? 0.5,
    regression_detected: stated.regression_detected ?? false,
    performance_degradation: stated.performance_degradation ?? 0,
  };
}
