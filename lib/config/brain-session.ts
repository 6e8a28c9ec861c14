import { z } from 'zod';
import { executionModes } from '#lib/convergence/plateau.ts';
import { runMinutes } from '#lib/machines/run-minutes.ts';
import { duration, name } from './scalars.ts';
import { codingAgent, judgeAgent } from './sections/session-agents.ts';

const command = z.string().min(1).max(2_000);
const most = (fallback: number, what: string) => z.int().min(0).max(20).default(fallback).describe(what);
const hour = 3_600_000;

/** `firmloop.yaml` of a project whose runs are supervised coding sessions. Durations come out in milliseconds. */
export const brainSessionSchema = z.strictObject({
  machine: z.literal('brain-session').describe('The state machine that this project is run by.'),
  name: name
    .optional()
    .describe('The name of the project; by default that of its folder.')
    .meta({ examples: ['frame-parser'] }),
  task: z
    .string()
    .min(1)
    .max(10_000)
    .optional()
    .describe('What the session is to do, when a launch says nothing else.')
    .meta({ examples: ['Reject frames whose length byte is larger than the buffer.'] }),
  mode: z
    .enum(executionModes)
    .default('interactive')
    .describe('Who is around: people who can be asked, a pipeline that waits for nobody, or nobody.'),
  session: codingAgent,
  attach: z
    .strictObject({
      session: z.string().min(1).max(200).describe('The name of the session, as its agent calls it.'),
      folder: z
        .string()
        .regex(/^\//, 'must be an absolute path')
        .max(1_000)
        .describe('Where the agent keeps its sessions on the host of the runner; it may write there.'),
    })
    .optional()
    .describe('Goes on with a session that was begun elsewhere, instead of beginning one.')
    .meta({ examples: [{ session: '5c1f…', folder: '/home/ada/.claude' }] }),
  judge: judgeAgent,
  lint: command
    .optional()
    .describe('Shows that the style is right. Without it the session goes from the review to the tests.')
    .meta({ examples: ['make lint'] }),
  test: command
    .optional()
    .describe('Shows that the work is right. Without it the session goes from lint to the commit.')
    .meta({ examples: ['make test'] }),
  deploy: z
    .strictObject({
      command: command.describe('Brings what was committed to its target; FIRMLOOP_COMMIT says which commit it is.'),
      roll_back: command.optional().describe('Takes it back when it fails for good.'),
      when: z
        .enum(['always', 'asked'])
        .default('asked')
        .describe('After every commit, or only when somebody says so while it waits.'),
      network: z.boolean().default(true).describe('Whether the commands have the network.'),
      keys: z
        .array(z.string().min(1).max(200))
        .max(10)
        .default([])
        .describe('Names of keys that the commands may see.')
        .meta({ examples: [['DEPLOY_TOKEN']] }),
    })
    .optional()
    .describe('Nothing is deployed without this section.')
    .meta({ examples: [{ command: 'make flash', roll_back: 'make flash-last' }] }),
  limits: z
    .strictObject({
      timeout_minutes: runMinutes.nullable().default(240).describe('How long a session may take.'),
      judge_within: duration
        .default(hour)
        .describe('How long a person may take in the place of a judge that cannot be read; then it is an issue.'),
      refine_within: duration
        .default(hour / 6)
        .describe('How long a rewritten instruction is shown before it goes in as it is.'),
      deploy_within: duration.default(hour).describe('How long it waits for somebody who asks for the deployment.'),
      retries: z
        .strictObject({
          review: most(5, 'Corrections after reviews, before the work is moved on to lint.'),
          lint: most(3, 'Fixes of lint, before it is skipped.'),
          test: most(3, 'Fixes of tests, before the session ends with a warning.'),
          commit: most(2, 'Retries of the commit, before the session ends without it.'),
          deploy: most(2, 'Retries of the deployment, before it is rolled back.'),
        })
        .prefault({})
        .describe('How often work goes back before it is moved on by force.'),
    })
    .prefault({})
    .describe('What ends a session or moves it on, whatever it has come to.'),
});

export type BrainSessionConfig = z.output<typeof brainSessionSchema>;
