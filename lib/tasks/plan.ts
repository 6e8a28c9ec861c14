import { z } from 'zod';
import { toolCall } from './tools.ts';

const line = z.string().min(1).max(400);

/** How the whole is checked once the steps are done (design §3.3). */
export const verificationPolicy = z.strictObject({
  mode: z.enum(['none', 'lint', 'test', 'build', 'custom']),
  commands: z.array(z.string().min(1).max(2_000)).max(10).default([]),
  /** A failure is repaired; else it is a warning of the summary. */
  required: z.boolean().default(true),
  /** The first command that fails ends the check; else all of them run. */
  stop_on_fail: z.boolean().default(true),
});
export type VerificationPolicy = z.output<typeof verificationPolicy>;

/** One step of a plan (design §3.2). Its status is kept in the run's records, where pages read it. */
export const planStep = z.strictObject({
  step_id: z.string().min(1).max(40),
  title: line,
  /** Why it is done. */
  intent: line,
  tool_calls: z.array(toolCall).min(1).max(12),
  expected_artifacts: z.array(z.string().max(400)).max(20).default([]),
  rollback_hint: z.string().max(400).optional(),
});

export type PlanStep = z.output<typeof planStep>;

export const stepStatuses = ['pending', 'in_progress', 'done', 'blocked', 'skipped'] as const;
export type StepStatus = (typeof stepStatuses)[number];

/** A plan as an agent writes it and a person may edit it (design §3.1); the rest of the model is filled in by us. */
export const planDraft = z.strictObject({
  goal: line,
  constraints: z.array(line).max(20).default([]),
  steps: z
    .array(planStep)
    .min(1)
    .max(20)
    .refine(
      (steps) => new Set(steps.map(({ step_id }) => step_id)).size === steps.length,
      'two steps have the same id',
    ),
  verification: verificationPolicy,
  risk_level: z.enum(['low', 'medium', 'high']),
});
export type PlanDraft = z.output<typeof planDraft>;

/** The stored plan: the draft with its id and the time of its making, ISO 8601 in UTC. */
export const plan = planDraft.extend({ plan_id: z.string(), created_at: z.string() });
export type Plan = z.output<typeof plan>;
