import { z } from 'zod';
import { readBefore } from '#lib/config/sections/read-before.ts';
import type { CodingAgent, JudgeAgent } from '#lib/config/sections/session-agents.ts';
import { executionModes } from '#lib/convergence/plateau.ts';

const name = z.string().min(1).max(80);
const amount = z.number().positive();
const command = z.string().min(1).max(2_000);
const most = z.int().min(0).max(20);

/** How often work goes back from a state before it is moved on by force. */
export const sessionRetries = z.strictObject({
  review: most.default(5),
  lint: most.default(3),
  test: most.default(3),
  commit: most.default(2),
  deploy: most.default(2),
});
export type RetryOf = keyof z.output<typeof sessionRetries>;

export const sessionLimits = z.strictObject({
  timeout_minutes: amount.nullable().default(240),
  /** How long a person may take in the judge's place, to look at a rewritten instruction, and to ask for a deployment. */
  judge_minutes: amount.default(60),
  refine_minutes: amount.default(10),
  deploy_minutes: amount.default(60),
  retries: sessionRetries.prefault({}),
});

export const deployment = z.strictObject({
  command,
  roll_back: command.nullable().default(null),
  when: z.enum(['always', 'asked']).default('asked'),
  network: z.boolean().default(true),
  /** Variables of the runner that the commands may see. */
  keys: z.array(z.string().max(200)).max(10).default([]),
});

/** Everything that decides how a session goes. */
export const brainSessionInput = z.strictObject({
  project: name,
  repository: z.strictObject({ path: z.string().min(1).max(1_000), subdirectory: z.string().max(500).optional() }),
  ref: z.string().min(1).max(200),
  baseCommit: z.string().min(1).max(80),
  task: z.string().min(1).max(10_000),
  session: readBefore<CodingAgent>(),
  /** A session of the coding agent that was begun elsewhere, and the folder in which the agent keeps its sessions. */
  attach: z
    .strictObject({ session: z.string().min(1).max(200), folder: z.string().min(1).max(1_000) })
    .nullable()
    .default(null),
  judge: readBefore<JudgeAgent>(),
  commands: z.strictObject({ lint: command.nullable(), test: command.nullable() }),
  deploy: deployment.nullable().default(null),
  mode: z.enum(executionModes).default('interactive'),
  limits: sessionLimits.prefault({}),
});
export type BrainSessionInput = z.output<typeof brainSessionInput>;
