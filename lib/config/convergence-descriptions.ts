import type { RulesCriteria, ScoredCriteria } from '#lib/convergence/criteria.ts';
import type { PlateauStrategy } from '#lib/convergence/plateau.ts';

/** What each field of the criteria means, for editors and `firmloop config`. Shares are between 0 and 1. */
export const criteriaDescriptions = {
  model: 'How convergence is judged: by rules over pass counts, or by a weighted score.',
  target_pass_rate: 'The share of passing tests to reach.',
  failure_rate_threshold: 'A share of failing tests above this counts towards giving up.',
  failure_rate_consecutive_limit: 'Iterations in a row above the failure rate that end the run.',
  avg_improvement_window: 'How many of the latest changes the average improvement looks at.',
  slow_improvement_threshold: 'An average improvement below this share is called slow.',
  plateau_improvement_threshold: 'An average improvement below this share is a plateau.',
  min_iterations_for_slow_improvement: 'Iterations before improvement may be called slow.',
  min_iterations_for_plateau: 'Iterations before a plateau may be called.',
  stable_iterations_required: 'Iterations whose results must agree before a success.',
  stability_delta_threshold: 'Two pass rates that differ by at most this share agree.',
  no_improvement_epsilon: 'A change of at most this share counts as no improvement.',
  consecutive_no_improvement_limit: 'Iterations in a row without improvement after which the run has converged.',
  success_at_limit: 'Whether the last iteration allowed may still be a success.',
  convergence_type: 'What the criteria aim at, for a reader; the score is the same.',
  max_iterations: 'Iterations that the score expects at most.',
  timeout_minutes: 'Minutes of test execution, added up over the iterations.',
  improvement_threshold: 'A rise of the pass rate above this share is an improvement.',
  regression_threshold: 'A fall of the pass rate above this share is a regression.',
  stability_window: 'How many of the latest results the stability looks at.',
  stability_threshold: 'Upper bound of the variation (standard deviation by mean) of the pass rates in the window.',
  min_pass_rate: 'The pass rate from which a converged run counts as improved.',
  performance_degradation_threshold: 'A loss of performance above this share is a degradation.',
  performance_improvement_threshold: 'A gain of performance above this share is an improvement.',
  min_confidence_score: 'A result below this confidence does not count.',
  success_confidence_threshold: 'The confidence that a success needs.',
  min_test_count: 'Fewer tests than this lower the confidence.',
  max_consecutive_failures: 'Iterations in a row with less than half of the tests passing that end the run.',
  circuit_breaker_threshold: 'Iterations with a regression within the window that end the run.',
  circuit_breaker_timeout: 'Minutes of cool-down before a broken environment is probed again.',
} as const satisfies Record<keyof RulesCriteria | keyof ScoredCriteria, string>;

/** What each field of the plateau strategy means. */
export const plateauDescriptions = {
  mode: 'Handles plateaus as in this mode, whatever mode the run is in.',
  ci_auto_terminate: 'In `ci`: whether a plateau ends the run at once.',
  ci_terminate_as: 'In `ci`: the end that a plateau leads to.',
  ci_max_wait_seconds: 'In `ci` without `ci_auto_terminate`: how long a person may answer; 0 waits for nobody.',
  ci_notification_channels: 'In `ci`: who is told.',
  auto_retry_with_different_strategy: 'In `auto`: whether another strategy is tried.',
  auto_max_strategy_switches: 'In `auto`: how often.',
  auto_fallback_strategies:
    'In `auto`: names of agents to switch to, in this order; an empty list takes the other agents of the run.',
} as const satisfies Record<keyof PlateauStrategy, string>;
