import { z } from 'zod';
import { playbook } from '#lib/config/sections/agents/playbook.ts';
import { readBefore } from '#lib/config/sections/read-before.ts';
import type { WorkflowService } from '#lib/config/sections/workflow-services.ts';
import { executionModes } from '#lib/convergence/plateau.ts';
import { workflowTemplate } from '#lib/workflow/template.ts';

const name = z.string().min(1).max(80);
const amount = z.number().positive();

export const workflowLimits = z.strictObject({
  timeout_minutes: amount.nullable().default(120),
  /** How long an update waits for a verdict, an error for a person, an idle workflow for its start. */
  answer_minutes: amount.default(24 * 60),
  /** How long a workflow that has ended can be reset; it ends at once where nobody is around. */
  reset_minutes: z.number().min(0).default(10),
  /** Behaviors of one step; the 21st is refused. */
  behaviors_per_step: z.int().min(1).max(20).default(20),
  /** Errors that are recovered from without asking, where nobody is around. */
  recoveries: z.int().min(0).max(10).default(1),
});

/** Everything that decides how a workflow goes. */
export const stagedWorkflowInput = z.strictObject({
  project: name,
  repository: z.strictObject({ path: z.string().min(1).max(1_000), subdirectory: z.string().max(500).optional() }),
  ref: z.string().min(1).max(200),
  baseCommit: z.string().min(1).max(80),
  goal: z.string().min(1).max(10_000),
  planning: readBefore<WorkflowService>(),
  generating: readBefore<WorkflowService>(),
  /** Who answers for people where nobody is around. */
  answers: playbook.nullable().default(null),
  /** The stages and steps to begin with; without them the Planning service gives the first workflow. */
  workflow: workflowTemplate.nullable().default(null),
  notebook: z
    .strictObject({
      kernel: z.enum(['auto', 'jupyter', 'plain', 'node']).default('auto'),
      file: z.string().min(1).max(200).default('workflow.ipynb'),
      cell_seconds: amount.max(3_600).default(300),
      python: z.string().min(1).max(500).default('python3'),
      on_error: z.enum(['fail', 'continue']).default('fail'),
    })
    .prefault({}),
  mode: z.enum(executionModes).default('interactive'),
  limits: workflowLimits.prefault({}),
});
export type StagedWorkflowInput = z.output<typeof stagedWorkflowInput>;
