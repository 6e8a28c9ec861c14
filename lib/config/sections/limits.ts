import { z } from 'zod';
import { duration, size } from '../scalars.ts';

/** The states of the firmware loop whose time can be limited: all but the queue and the four ends. */
export const timedStates = [
  'INIT',
  'CODE_ANALYSIS',
  'PATCH_GENERATION',
  'PATCH_APPLY',
  'BUILD_SETUP',
  'BUILD_RUN',
  'TEST_SETUP',
  'TEST_RUN',
  'RESULT_COLLECTION',
  'RESULT_ANALYSIS',
  'CONVERGENCE_CHECK',
  'ERROR_RECOVERY',
  'STRATEGY_SWITCH',
] as const;

/** What ends a run whatever its results: iterations, time, retries, risk and money. */
export const limitsSection = z
  .strictObject({
    max_iterations: z.int().min(1).max(10_000).default(10).describe('Iterations after which the run ends.'),
    timeout_minutes: z
      .number()
      .positive()
      .max(34_560)
      .default(120)
      .describe('Minutes after which the run ends; waiting for people and boards does not count.'),
    retry_limit: z
      .int()
      .min(0)
      .max(20)
      .default(2)
      .describe('How often a flaky or inconclusive result is measured again without spending an iteration.'),
    recoveries_per_iteration: z
      .int()
      .min(1)
      .max(50)
      .default(5)
      .describe('Recoveries in one iteration after which the run fails.'),
    risk_budget: z
      .number()
      .positive()
      .default(5)
      .describe('The risk scores of all applied patches, added up, may not exceed this.'),
    circuit_breaker_timeout: z
      .number()
      .min(0)
      .default(30)
      .describe('Minutes of cool-down before a broken environment is probed again.'),
    board_minutes: z.number().positive().optional().describe('Minutes of board time that the run may use.'),
    tokens: z.int().min(1).optional().describe('Tokens that language models may use in this run.'),
    money: z
      .number()
      .positive()
      .optional()
      .describe('Money that language models may cost in this run, in the currency of the price list.'),
    log_size: size.prefault('100MB').describe('Output of one command beyond this is not stored.'),
    state_timeouts: z
      .partialRecord(z.enum(timedStates), duration)
      .prefault({})
      .describe('Time limits of single states, where they differ from the default.')
      .meta({ examples: [{ BUILD_RUN: '20m' }] }),
  })
  .prefault({})
  .describe('What ends a run whatever its results.')
  .meta({ examples: [{ max_iterations: 10, timeout_minutes: 120 }] });
