import { z } from 'zod';
import { executionModes } from '#lib/convergence/plateau.ts';
import { duration, name } from './scalars.ts';
import { acceptanceSection } from './sections/acceptance.ts';
import { agentsSection } from './sections/agents.ts';
import { baselineSection } from './sections/baseline.ts';
import { buildSection } from './sections/build.ts';
import { criteriaSection, plateauSection } from './sections/convergence.ts';
import { environmentsSection } from './sections/environments.ts';
import { goalSection } from './sections/goal.ts';
import { judgeSection } from './sections/judge.ts';
import { limitsSection } from './sections/limits.ts';
import { metricsSection } from './sections/metrics.ts';
import { policySection } from './sections/policy.ts';
import { resultsSection } from './sections/results.ts';
import { strategiesSection } from './sections/strategies.ts';

/** `firmloop.yaml` of a project whose runs are firmware loops. Durations come out in milliseconds, sizes in bytes. */
export const firmwareLoopSchema = z.strictObject({
  machine: z.literal('firmware-loop').describe('The state machine that this project is run by.'),
  name: name
    .optional()
    .describe('The name of the project; by default that of its folder.')
    .meta({ examples: ['thermostat'] }),
  goal: goalSection,
  mode: z
    .enum(executionModes)
    .default('interactive')
    .describe('Who is around: a team that can be asked, a pipeline that waits for nobody, or nobody.'),
  build: buildSection,
  environments: environmentsSection,
  environment: name
    .optional()
    .describe('The environment to test in when a launch names none; by default the first one.'),
  results: resultsSection,
  metrics: metricsSection,
  acceptance: acceptanceSection,
  baseline: baselineSection,
  policy: policySection,
  criteria: criteriaSection,
  plateau: plateauSection,
  agents: agentsSection,
  strategies: strategiesSection,
  judge: judgeSection,
  roll_back: z
    .enum(['to-best', 'never'])
    .default('to-best')
    .describe('Whether an iteration with fewer passes than the best one is taken back before the next.'),
  review_due: duration
    .optional()
    .describe('How long a review may stay unanswered before the run is aborted; without it, for ever.')
    .meta({ examples: ['24h'] }),
  limits: limitsSection,
});

export type FirmwareLoopConfig = z.output<typeof firmwareLoopSchema>;
