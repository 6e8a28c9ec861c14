import { z } from 'zod';
import { executionModes } from '#lib/convergence/plateau.ts';
import { runMinutes } from '#lib/machines/run-minutes.ts';
import { permission } from '#lib/machines/task-orchestrator/input.ts';
import { duration, name } from './scalars.ts';
import { agentsSection } from './sections/agents.ts';

const command = z.string().min(1).max(2_000);
const may = (fallback: 'allow' | 'ask' | 'deny', what: string) => permission.default(fallback).describe(what);

/** `firmloop.yaml` of a project whose runs are tasks. Durations come out in milliseconds. */
export const taskOrchestratorSchema = z.strictObject({
  machine: z.literal('task-orchestrator').describe('The state machine that this project is run by.'),
  name: name
    .optional()
    .describe('The name of the project; by default that of its folder.')
    .meta({ examples: ['thermostat'] }),
  request: z
    .string()
    .min(1)
    .max(10_000)
    .optional()
    .describe('What is wanted, when a launch says nothing else.')
    .meta({ examples: ['Reject frames whose length byte is larger than the buffer.'] }),
  mode: z
    .enum(executionModes)
    .default('interactive')
    .describe('Who is around: people who can be asked, a pipeline that waits for nobody, or nobody.'),
  agents: agentsSection,
  permissions: z
    .strictObject({
      read: may('allow', 'Reading files and searching.'),
      write: may('ask', 'Writing files and applying patches.'),
      delete: may('ask', 'Deleting files.'),
      execute: may('ask', 'Running commands, behind walls and without network.'),
      network: may('deny', 'Running commands with network access.'),
    })
    .prefault({})
    .describe(
      'What each kind of tool may do: at once, after a yes, or never. It is decided by the tool, not by the agent.',
    ),
  verify: z
    .strictObject({ lint: command, test: command, build: command })
    .partial()
    .prefault({})
    .describe("The project's own commands, for plans that verify by lint, test or build.")
    .meta({ examples: [{ test: 'make test' }] }),
  limits: z
    .strictObject({
      timeout_minutes: runMinutes.nullable().default(120).describe('How long a task may take.'),
      answer_within: duration
        .default(86_400_000)
        .describe('How long a question waits before the task counts as unclear.'),
      confirm_within: duration.default(86_400_000).describe('How long a confirmation waits before it counts as a no.'),
      repairs_per_step: z.int().min(0).max(10).default(3).describe('Repairs of one step before it counts as blocked.'),
    })
    .prefault({})
    .describe('What ends a task whatever it has come to.'),
});

export type TaskOrchestratorConfig = z.output<typeof taskOrchestratorSchema>;
