import { z } from 'zod';

const share = z.number().min(0).max(1);
const count = z.int().min(1);

/**
 * The `rules` model (design §5.19.1): pass counts alone decide. Rates and thresholds are shares between 0 and 1,
 * windows and limits are numbers of iterations; the defaults are the preset STANDARD.
 */
export const rulesCriteriaSchema = z.strictObject({
  model: z.literal('rules').default('rules'),
  target_pass_rate: share.default(1),
  failure_rate_threshold: share.default(0.7),
  failure_rate_consecutive_limit: count.default(3),
  /** How many of the latest changes the average improvement looks at. */
  avg_improvement_window: count.default(3),
  slow_improvement_threshold: share.default(0.05),
  plateau_improvement_threshold: share.default(0.01),
  min_iterations_for_slow_improvement: count.default(5),
  min_iterations_for_plateau: count.default(7),
  stable_iterations_required: count.default(2),
  stability_delta_threshold: share.default(0.02),
  /** A change of at most this share counts as no improvement. */
  no_improvement_epsilon: share.default(0),
  consecutive_no_improvement_limit: count.default(2),
  /** Whether an iteration that is both the last one allowed and a success ends the run as SUCCESS. */
  success_at_limit: z.boolean().default(true),
});

/**
 * The `scored` model (design §6.1): a weighted score over pass rate, stability, confidence, performance and
 * regressions. The defaults are the preset BALANCED.
 */
export const scoredCriteriaSchema = z.strictObject({
  model: z.literal('scored').default('scored'),
  /** Tells a reader what the criteria aim at; the score is the same for all four. */
  convergence_type: z.enum(['improvement_based', 'stability_based', 'threshold_based', 'hybrid']).default('hybrid'),
  max_iterations: count.default(10),
  /** Minutes of test execution, added up over the iterations. */
  timeout_minutes: z.number().positive().default(120),
  improvement_threshold: share.default(0.05),
  /** How far a pass rate may fall before its result is marked `regression_detected`; the score sees only the mark. */
  regression_threshold: share.default(0.02),
  stability_window: count.default(3),
  /** Upper bound of the coefficient of variation of the pass rates in the window. */
  stability_threshold: share.default(0.03),
  target_pass_rate: share.default(0.95),
  min_pass_rate: share.default(0.8),
  performance_degradation_threshold: share.default(0.05),
  performance_improvement_threshold: share.default(0.02),
  min_confidence_score: share.default(0.7),
  success_confidence_threshold: share.default(0.85),
  /** Fewer tests than this lower the confidence of the analysis. */
  min_test_count: count.default(10),
  /** Iterations in a row under 50 % that open the circuit breaker. */
  max_consecutive_failures: count.default(3),
  /** Iterations with a regression, within the window of `2 × stability_window`, that open the circuit breaker. */
  circuit_breaker_threshold: count.default(5),
  /** Minutes of cool-down before a broken environment is probed again. */
  circuit_breaker_timeout: z.number().min(0).default(30),
});

export type RulesCriteria = z.infer<typeof rulesCriteriaSchema>;
export type ScoredCriteria = z.infer<typeof scoredCriteriaSchema>;

/** The criteria a run is judged by; `model` says which of the two. */
export type Criteria = RulesCriteria | ScoredCriteria;

export const presetNames = ['STANDARD', 'STRICT', 'BALANCED', 'AGGRESSIVE'] as const;
export type PresetName = (typeof presetNames)[number];

/** The named criteria (design §5.19.1 and §6.1). */
export const presets = {
  STANDARD: rulesCriteriaSchema.parse({}),
  STRICT: scoredCriteriaSchema.parse({
    max_iterations: 15,
    improvement_threshold: 0.03,
    stability_window: 5,
    target_pass_rate: 0.98,
    success_confidence_threshold: 0.9,
  }),
  BALANCED: scoredCriteriaSchema.parse({}),
  AGGRESSIVE: scoredCriteriaSchema.parse({
    convergence_type: 'improvement_based',
    max_iterations: 5,
    improvement_threshold: 0.02,
    target_pass_rate: 0.9,
    success_confidence_threshold: 0.8,
  }),
} satisfies Record<PresetName, Criteria>;
