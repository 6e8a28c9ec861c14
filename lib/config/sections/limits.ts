import { z } from 'zod';
import { budgets, limits } from '#lib/machines/firmware-loop/input.ts';
import { timedStates } from '#lib/machines/firmware-loop/tunables.ts';
import { runMinutes } from '#lib/machines/run-minutes.ts';
import { duration, size } from '../scalars.ts';

const { max_iterations, retry_limit, recoveries_per_iteration, risk_budget, circuit_breaker_timeout } = limits.shape;
const { board_minutes, tokens, money } = budgets.shape;

/** What ends a run whatever its results. Ranges and defaults are those of the machine; null sets no limit, but every run has a timeout. */
export const limitsSection = z
  .strictObject({
    max_iterations: max_iterations.describe(
      'Iterations after which the run ends; by default those of the criteria, else 10.',
    ),
    timeout_minutes: runMinutes
      .default(120)
      .describe('Minutes after which the run ends; waiting for people and boards does not count.'),
    retry_limit: retry_limit.describe(
      'How often a flaky or inconclusive result is measured again without spending an iteration.',
    ),
    recoveries_per_iteration: recoveries_per_iteration.describe(
      'Recoveries in one iteration after which the run fails.',
    ),
    risk_budget: risk_budget.describe('The risk scores of all applied patches, added up, may not exceed this.'),
    circuit_breaker_timeout: circuit_breaker_timeout.describe(
      'Minutes of cool-down before a broken environment is probed again.',
    ),
    board_minutes: board_minutes.describe('Minutes of board time that the run may use, or null.'),
    tokens: tokens.describe('Tokens that language models may use in this run, or null.'),
    money: money.describe('What language models may cost in this run, in the currency of the price list, or null.'),
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
