import { z } from 'zod';
import { executionModes } from '#lib/convergence/plateau.ts';
import { runMinutes } from '#lib/machines/run-minutes.ts';
import { duration, name } from './scalars.ts';
import { agentsSection } from './sections/agents.ts';

/** Commands that are known by a name. */
export const verifyPresets = { flutter: ['flutter analyze', 'flutter test'] } as const satisfies Record<
  string,
  readonly string[]
>;
type Preset = keyof typeof verifyPresets;

const presetNames = Object.keys(verifyPresets) as [Preset, ...Preset[]];
const day = 86_400_000;

/** `firmloop.yaml` of a project whose runs are sessions of the PRD agent. Durations come out in milliseconds. */
export const prdAgentSchema = z.strictObject({
  machine: z.literal('prd-agent').describe('The state machine that this project is run by.'),
  name: name
    .optional()
    .describe('The name of the project; by default that of its folder.')
    .meta({ examples: ['thermostat'] }),
  requirement: z
    .string()
    .min(1)
    .max(10_000)
    .optional()
    .describe('What is required, when a launch says nothing else.')
    .meta({ examples: ['The alarm must not flicker around its threshold.'] }),
  mode: z
    .enum(executionModes)
    .default('interactive')
    .describe('Who is around: people who can be asked, a pipeline that waits for nobody, or nobody.'),
  agents: agentsSection,
  verify: z
    .union([z.enum(presetNames), z.array(z.string().min(1).max(2_000)).min(1).max(10)], {
      error: `must be a list of commands, or ${presetNames.join(' or ')}`,
    })
    .describe('The commands that show whether a task is done right, in order; `flutter` stands for its own two.')
    .meta({ examples: [['make lint', 'make test'], 'flutter'] }),
  archive: z
    .string()
    .min(1)
    .max(400)
    .refine((path) => !path.startsWith('/') && !path.split('/').includes('..'), 'must be a folder of the project')
    .default('docs/prd')
    .describe('The folder in which documents, tasks, diffs and results are kept.'),
  limits: z
    .strictObject({
      timeout_minutes: runMinutes.nullable().default(240).describe('How long a session may take.'),
      confirm_within: duration.default(day).describe('How long a document waits for a yes before it is cancelled.'),
      unblock_within: duration.default(day).describe('How long a block waits for somebody before it is rolled back.'),
    })
    .prefault({})
    .describe('What ends a session whatever it has come to.'),
});

export type PrdAgentConfig = z.output<typeof prdAgentSchema>;
