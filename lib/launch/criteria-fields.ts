import { criteriaDescriptions } from '#lib/config/convergence-descriptions.ts';
import type { Criteria, RulesCriteria, ScoredCriteria } from '#lib/convergence/criteria.ts';

type FieldName = Exclude<keyof RulesCriteria | keyof ScoredCriteria, 'model'>;

/** How a field is written: a share from 0 to 1, a number of iterations, any number, a yes or no, one of a few words. */
export type FieldKind = 'share' | 'count' | 'number' | 'switch' | 'word';

/** One number of the criteria as a form shows it. */
export interface CriteriaField {
  readonly name: string;
  readonly kind: FieldKind;
  /** What holds, as it is written in the project file. */
  readonly value: string;
  readonly description: string;
  /** The words to choose from. */
  readonly words: readonly string[];
}

const kinds = {
  target_pass_rate: 'share',
  failure_rate_threshold: 'share',
  failure_rate_consecutive_limit: 'count',
  avg_improvement_window: 'count',
  slow_improvement_threshold: 'share',
  plateau_improvement_threshold: 'share',
  min_iterations_for_slow_improvement: 'count',
  min_iterations_for_plateau: 'count',
  stable_iterations_required: 'count',
  stability_delta_threshold: 'share',
  no_improvement_epsilon: 'share',
  consecutive_no_improvement_limit: 'count',
  success_at_limit: 'switch',
  convergence_type: 'word',
  max_iterations: 'count',
  timeout_minutes: 'number',
  improvement_threshold: 'share',
  regression_threshold: 'share',
  stability_window: 'count',
  stability_threshold: 'share',
  min_pass_rate: 'share',
  performance_degradation_threshold: 'share',
  performance_improvement_threshold: 'share',
  min_confidence_score: 'share',
  success_confidence_threshold: 'share',
  min_test_count: 'count',
  max_consecutive_failures: 'count',
  circuit_breaker_threshold: 'count',
  circuit_breaker_timeout: 'number',
} as const satisfies Record<FieldName, FieldKind>;

const convergenceTypes = ['improvement_based', 'stability_based', 'threshold_based', 'hybrid'] as const;

/** Every number of the criteria, in the order of the design. */
export function criteriaFields(criteria: Criteria): CriteriaField[] {
  return Object.entries(criteria).flatMap(([name, value]) =>
    isField(name)
      ? [
          {
            name,
            kind: kinds[name],
            value: String(value),
            description: criteriaDescriptions[name],
            words: wordsOf(kinds[name]),
          },
        ]
      : [],
  );
}

function isField(name: string): name is FieldName {
  return Object.hasOwn(kinds, name);
}

function wordsOf(kind: FieldKind): readonly string[] {
  if (kind === 'switch') return ['true', 'false'];
  return kind === 'word' ? convergenceTypes : [];
}
