import { type Condition, fact, number, rate, unmet } from './condition.ts';
import type { RulesCriteria } from './criteria.ts';
import { counted } from './format.ts';
import type { Series } from './formulas.ts';
import { conclude, type Judgement, type Signal, type Verdict } from './judgement.ts';
import { type Measures, measure, metricsOf } from './measures.ts';
import { gatesHold, judgeNothingMeasured, type Standing } from './standing.ts';

/**
 * Judges the series by the `rules` model (design §5.19.2). `series` holds the measured iterations since the start, or
 * since the last strategy switch or person's verdict, oldest first. Rules on the average improvement wait until their
 * window is as full as the run's length allows, so that a restarted series does not plateau at once.
 */
export function judgeRules(series: Series, criteria: RulesCriteria, standing: Standing): Judgement {
  const last = series.at(-1);
  if (last === undefined) return judgeNothingMeasured(standing);
  const facts = { ...standing, ...measure(series, last, criteria) };
  const applied = rules.map(({ name, outcome, when }) => ({ name, outcome, conditions: when(facts, criteria) }));
  return conclude(applied, metricsOf(facts), [...limit(facts), ...success(facts, criteria)]);
}

type Facts = Measures & Standing;

interface Rule {
  readonly name: string;
  readonly outcome: Verdict | Signal;
  readonly when: (facts: Facts, criteria: RulesCriteria) => readonly Condition[];
}

/** In order of precedence: the first rule whose conditions all hold decides. */
const rules: readonly Rule[] = [
  { name: 'SUCCESS at the limit', outcome: 'SUCCESS', when: (f, c) => [...limit(f), ...success(f, c), atLimit(c)] },
  { name: 'TIMEOUT', outcome: 'TIMEOUT', when: (f) => limit(f) },
  { name: 'SUCCESS', outcome: 'SUCCESS', when: success },
  {
    name: 'FAILURE (failure rate)',
    outcome: 'FAILURE',
    when: (f, c) => [
      tooManyFailures(f, c),
      reaches('consecutive iterations', f.highFailureStreak, c, 'failure_rate_consecutive_limit'),
    ],
  },
  { name: 'FAILURE (no improvement)', outcome: 'FAILURE', when: (f, c) => [tooManyFailures(f, c), stuck(f, c)] },
  {
    name: 'PLATEAUED',
    outcome: 'PLATEAUED',
    when: (f, c) => [
      ...improvesLess(f, c, 'plateau_improvement_threshold'),
      reaches('iteration', f.iteration, c, 'min_iterations_for_plateau'),
    ],
  },
  {
    name: 'CONVERGED_WITH_IMPROVEMENT',
    outcome: 'CONVERGED_WITH_IMPROVEMENT',
    when: (f, c) => [
      rate('pass_rate', f.passRate, '<', 'target_pass_rate', c.target_pass_rate),
      number('pass_count', f.passed, '>=', 'best_pass_count', f.bestPassed),
      ...slow(f, c),
      stuck(f, c),
    ],
  },
  { name: 'SLOW_IMPROVEMENT', outcome: 'SLOW_IMPROVEMENT', when: slow },
];

function limit({ iteration, maxIterations }: Standing): Condition[] {
  return [number('iteration', iteration, '>=', 'max_iterations', maxIterations)];
}

function success(f: Facts, c: RulesCriteria): Condition[] {
  const target = rate(`pass_rate (${f.passed}/${f.total})`, f.passRate, '>=', 'target_pass_rate', c.target_pass_rate);
  return [target, stable(f, c), ...gatesHold(f)];
}

function stable(f: Facts, c: RulesCriteria): Condition {
  const needed = c.stable_iterations_required;
  return f.largestDelta === null
    ? unmet(`stability needs ${counted(needed, 'result')}, ${f.results} so far`)
    : rate(
        `stability_delta over ${needed} iterations`,
        f.largestDelta,
        '<=',
        'stability_delta_threshold',
        c.stability_delta_threshold,
      );
}

function atLimit(c: RulesCriteria): Condition {
  return fact(c.success_at_limit, 'success_at_limit is on', 'success_at_limit is off');
}

function tooManyFailures(f: Facts, c: RulesCriteria): Condition {
  return rate('failure_rate', 1 - f.passRate, '>', 'failure_rate_threshold', c.failure_rate_threshold);
}

function stuck(f: Facts, c: RulesCriteria): Condition {
  return reaches('no_improvement_streak', f.noImprovementStreak, c, 'consecutive_no_improvement_limit');
}

function slow(f: Facts, c: RulesCriteria): Condition[] {
  return [
    ...improvesLess(f, c, 'slow_improvement_threshold'),
    reaches('iteration', f.iteration, c, 'min_iterations_for_slow_improvement'),
  ];
}

type CountLimit =
  | 'failure_rate_consecutive_limit'
  | 'consecutive_no_improvement_limit'
  | 'min_iterations_for_plateau'
  | 'min_iterations_for_slow_improvement';

function reaches(name: string, count: number, c: RulesCriteria, limitName: CountLimit): Condition {
  return number(name, count, '>=', limitName, c[limitName]);
}

function improvesLess(
  f: Facts,
  c: RulesCriteria,
  threshold: 'slow_improvement_threshold' | 'plateau_improvement_threshold',
): Condition[] {
  const name = `avg_improvement over ${c.avg_improvement_window} changes`;
  const below = rate(name, f.averageImprovement, '<', threshold, c[threshold]);
  const needed = Math.min(c.avg_improvement_window, f.iteration - 1);
  const seen = f.results - 1;
  return seen >= needed
    ? [below]
    : [below, unmet(`only ${counted(seen, 'change')} of ${needed} seen since the series began`)];
}
