import type { ExecutionMode } from '#lib/convergence/plateau.ts';
import { describeIssues } from '#lib/describe-issues.ts';
import { controlEvent } from '#lib/engine/events.ts';
import type { Json } from '#lib/engine/json.ts';
import { DomainError } from '#lib/errors.ts';
import { limitChanges } from '#lib/machines/firmware-loop/events.ts';
import { actor } from '../actor.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { presetCriteria } from '../find-criteria.ts';
import { intervene } from '../intervene.ts';
import { refusals } from '../steer.ts';

interface LimitsOptions {
  readonly maxIterations?: number;
  readonly timeoutMinutes?: number;
  readonly mode?: ExecutionMode;
  readonly preset?: string;
  readonly reason: string;
  readonly ifSeq?: number;
}

/** `firmloop limits`: changes what limits a run while it goes on. */
export async function limits(reference: string, options: LimitsOptions): Promise<ExitCode> {
  const changes = changesOf(options);
  const { number } = await intervene(reference, {
    refusal: refusals.limits,
    type: controlEvent.limits,
    payload: { by: actor(), reason: options.reason, changes },
    expectedSeq: options.ifSeq,
  });
  console.log(`Run #${number} has new limits: ${Object.keys(changes).join(', ')}.`);
  return exitCode.success;
}

function changesOf({ maxIterations, timeoutMinutes, mode, preset }: LimitsOptions): { readonly [field: string]: Json } {
  const parsed = limitChanges.safeParse({
    ...(maxIterations !== undefined && { max_iterations: maxIterations }),
    ...(timeoutMinutes !== undefined && { timeout_minutes: timeoutMinutes }),
    ...(mode !== undefined && { mode }),
    ...(preset !== undefined && { criteria: presetCriteria(preset) }),
  });
  if (!parsed.success)
    throw new DomainError('BAD_INPUT', `These limits cannot be set: ${describeIssues(parsed.error)}.`);
  if (Object.keys(parsed.data).length === 0)
    throw new DomainError('BAD_INPUT', 'No limit is named.', {
      next: 'Give --max-iterations, --timeout-minutes, --mode or --preset.',
    });
  return JSON.parse(JSON.stringify(parsed.data)) as { [field: string]: Json };
}
