import { z } from 'zod';
import { counts } from '#lib/activities/shapes.ts';
import { rulesCriteriaSchema, scoredCriteriaSchema } from '#lib/convergence/criteria.ts';
import { maxIterationsOf } from '#lib/convergence/judge-series.ts';
import { executionModes, plateauStrategySchema } from '#lib/convergence/plateau.ts';
import { approaches, strategyCondition } from './strategy.ts';
import { timedStates } from './tunables.ts';

const name = z.string().min(1).max(80);
const amount = z.number().positive();

/** Longest windows that a run can remember beside everything else, in iterations. */
const widest: Readonly<Record<string, number>> = {
  avg_improvement_window: 12,
  failure_rate_consecutive_limit: 12,
  stable_iterations_required: 12,
  consecutive_no_improvement_limit: 12,
  stability_window: 6,
  max_consecutive_failures: 12,
};

/** The criteria of either model, with windows that a run can remember. */
export const criteriaInput = z
  .discriminatedUnion('model', [
    rulesCriteriaSchema.extend({ model: z.literal('rules') }),
    scoredCriteriaSchema.extend({ model: z.literal('scored') }),
  ])
  .superRefine((criteria, issues) => {
    for (const [key, value] of Object.entries(criteria)) {
      const most = widest[key];
      if (most === undefined || Number(value) <= most) continue;
      issues.addIssue({ code: 'custom', path: [key], message: `must not exceed ${most} iterations` });
    }
  });

/** What a run may spend; null sets no limit. */
export const budgets = z.strictObject({
  board_minutes: amount.nullable().default(null),
  tokens: amount.nullable().default(null),
  money: amount.nullable().default(null),
});

export const limits = z.strictObject({
  /** The criteria's own where none is given, else 10. */
  max_iterations: z.int().min(1).max(1_000).optional(),
  timeout_minutes: amount.nullable().default(120),
  /** Times that an inconclusive result is measured again. */
  retry_limit: z.int().min(0).max(10).default(2),
  recoveries_per_iteration: z.int().min(0).max(20).default(5),
  state_timeout_sec: z.partialRecord(z.enum(timedStates), amount).default({}),
  /** How long a review may stay open; null: as long as it takes. */
  review_due_minutes: amount.nullable().default(null),
  /** How long a run stands in the queue for a board. */
  board_wait_minutes: amount.default(720),
  /** Minutes of cool-down after repeated failures of the environment. */
  circuit_breaker_timeout: amount.default(30),
  /** Highest risk of one patch, 0 to 1. */
  risk_threshold: z.number().min(0).max(1).default(0.7),
  /** Whether people are asked, where there are any, for a patch above it that the policy allows otherwise. */
  above_risk_threshold: z.enum(['ask', 'refuse']).default('ask'),
  /** How long such a patch waits for an approval; after that it counts as refused. */
  approval_minutes: amount.default(1_440),
  /** Highest risk of all applied patches together. */
  risk_budget: amount.default(5),
  budgets: budgets.prefault({}),
});

/** One way of going about the goal: its agents are asked in this order when one is of no use. */
const strategy = z.strictObject({
  name,
  agents: z.array(name).min(1).max(4),
  approach: z.enum(approaches).optional(),
  /** When the run may switch to it. */
  when: strategyCondition.optional(),
});

/** Everything that decides how a run of the firmware loop goes. Lengths are bounded, as all of it is kept at hand. */
export const firmwareLoopInput = z
  .strictObject({
    project: name,
    repository: z.strictObject({ path: z.string().min(1).max(1_000), subdirectory: z.string().max(500).optional() }),
    ref: z.string().min(1).max(200),
    baseCommit: z.string().min(1).max(80).optional(),
    goal: z.strictObject({
      text: z.string().min(1).max(10_000),
      tests: z.union([z.literal('all'), z.array(z.string().min(1)).min(1)]),
    }),
    environment: name,
    /** The site whose runners work on it, where its boards are in reach; any when left out. */
    site: name.optional(),
    strategies: z.array(strategy).min(1).max(5),
    mode: z.enum(executionModes).default('interactive'),
    criteria: criteriaInput.prefault({ model: 'rules' }),
    plateau: plateauStrategySchema.prefault({}),
    limits: limits.prefault({}),
    /** `measure` builds and tests the base; results of the base may be given instead. */
    baseline: z.union([z.enum(['measure', 'none']), z.strictObject({ goal: counts })]).default('measure'),
    /** Artifacts that show the failure, such as the log of a CI job. */
    evidence: z.array(z.string().min(1).max(80)).max(10).default([]),
    roll_back: z.enum(['to-best', 'never']).default('to-best'),
  })
  .superRefine(({ strategies, plateau }, issues) => {
    const unknown = plateau.auto_fallback_strategies.filter(
      (fallback) => !strategies.some(({ name }) => name === fallback),
    );
    if (unknown.length === 0) return;
    const path = ['plateau', 'auto_fallback_strategies'];
    issues.addIssue({ code: 'custom', path, message: `names no strategy of the run: ${unknown.join(', ')}` });
  })
  .transform((input) => {
    const max_iterations = maxIterationsOf(input.criteria, input.limits.max_iterations);
    return { ...input, limits: { ...input.limits, max_iterations } };
  });

export type FirmwareLoopInput = z.infer<typeof firmwareLoopInput>;
