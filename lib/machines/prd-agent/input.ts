import { z } from 'zod';
import type { AgentConfig } from '#lib/config/sections/agents.ts';
import { readBefore } from '#lib/config/sections/read-before.ts';
import { executionModes } from '#lib/convergence/plateau.ts';

const name = z.string().min(1).max(80);
const amount = z.number().positive();

export const prdLimits = z.strictObject({
  timeout_minutes: amount.nullable().default(240),
  /** How long a document waits for its confirmation, and a block for somebody to take it on. */
  confirm_minutes: amount.default(24 * 60),
  block_minutes: amount.default(24 * 60),
});

/** Everything that decides how a session goes. */
export const prdAgentInput = z.strictObject({
  project: name,
  repository: z.strictObject({ path: z.string().min(1).max(1_000), subdirectory: z.string().max(500).optional() }),
  ref: z.string().min(1).max(200),
  baseCommit: z.string().min(1).max(80),
  requirement: z.string().min(1).max(10_000),
  /** Who is asked, the first of them; where it has nothing to say, the next. */
  agents: z.array(readBefore<AgentConfig>()).min(1).max(5),
  /** Commands that show whether a task is done right, in order. */
  verify: z.array(z.string().min(1).max(2_000)).min(1).max(10),
  /** Folder of the project in which documents are kept. */
  archive: z.string().min(1).max(400),
  mode: z.enum(executionModes).default('interactive'),
  limits: prdLimits.prefault({}),
});
export type PrdAgentInput = z.output<typeof prdAgentInput>;
