import { z } from 'zod';
import type { AgentConfig } from '#lib/config/sections/agents.ts';
import { readBefore } from '#lib/config/sections/read-before.ts';
import { executionModes } from '#lib/convergence/plateau.ts';

const name = z.string().min(1).max(80);
const amount = z.number().positive();
const command = z.string().min(1).max(2_000);

/** What is done with a tool of a kind: used, used once a person has said yes, or never. */
export const permission = z.enum(['allow', 'ask', 'deny']);
export const permissions = z.strictObject({
  read: permission.default('allow'),
  write: permission.default('ask'),
  delete: permission.default('ask'),
  execute: permission.default('ask'),
  network: permission.default('deny'),
});

export const taskLimits = z.strictObject({
  timeout_minutes: amount.nullable().default(120),
  /** How long questions wait for an answer, and confirmations for a yes. */
  answer_minutes: amount.default(24 * 60),
  confirm_minutes: amount.default(24 * 60),
  /** Repairs of one step before the task counts as blocked. */
  repairs_per_step: z.int().min(0).max(10).default(3),
});

/** Everything that decides how a task goes. */
export const taskOrchestratorInput = z.strictObject({
  project: name,
  repository: z.strictObject({ path: z.string().min(1).max(1_000), subdirectory: z.string().max(500).optional() }),
  ref: z.string().min(1).max(200),
  baseCommit: z.string().min(1).max(80),
  request: z.string().min(1).max(10_000),
  /** Who is asked, the first of them; where it has nothing to say, the next. */
  agents: z.array(readBefore<AgentConfig>()).min(1).max(5),
  /** The project's own commands for the modes of a plan's verification. */
  verify: z.strictObject({ lint: command, test: command, build: command }).partial().prefault({}),
  mode: z.enum(executionModes).default('interactive'),
  permissions: permissions.prefault({}),
  limits: taskLimits.prefault({}),
});
export type TaskOrchestratorInput = z.output<typeof taskOrchestratorInput>;
