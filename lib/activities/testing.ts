import { z } from 'zod';
import { contract, minutes } from './contract.ts';
import { durationMs, id, iteration, name, sentence, whole } from './shapes.ts';

export const runTests = contract({
  name: 'run-tests',
  does: 'Runs the test command in the environment; failing tests are an ordinary end.',
  /** `attempt` counts the runs of the tests within one iteration, from 1. */
  input: z.object({ iteration, attempt: whole, buildId: id }),
  output: z.object({
    /** `crashed`: the runner or the environment broke, which says nothing of the firmware. */
    ended: z.enum(['exited', 'timeout', 'crashed']),
    exitCode: z.number().int().nullable(),
    hungTest: name.nullable(),
    boardMinutes: z.number().min(0).max(100_000),
    logId: id.nullable(),
    reason: sentence,
    durationMs,
  }),
  idempotent: true,
  timeoutMs: minutes(240),
  capability: 'environment',
  instant: false,
});

export const runAcceptance = contract({
  name: 'run-acceptance',
  does: 'Runs the acceptance suite that no agent sees.',
  input: z.object({ iteration, buildId: id }),
  output: z.object({
    outcome: z.enum(['passed', 'failed', 'not-run']),
    passed: whole,
    failed: whole,
    /** Names only: their source stays hidden. */
    failedTests: z.array(name).max(5),
    reason: sentence,
  }),
  idempotent: true,
  timeoutMs: minutes(240),
  capability: 'environment',
  instant: false,
});
