import type { ExecutionMode } from '#lib/convergence/plateau.ts';
import { controlEvent } from '#lib/engine/events.ts';
import { DomainError } from '#lib/errors.ts';
import { readLimits } from '#lib/machines/read-said.ts';
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
  const { number } = await intervene(reference, ({ machine }) => ({
    refusal: refusals.limits,
    type: controlEvent.limits,
    payload: { by: actor(), reason: options.reason, changes: readLimits(machine, changes) },
    expectedSeq: options.ifSeq,
  }));
  console.log(`Run #${number} has new limits: ${Object.keys(changes).join(', ')}.`);
  return exitCode.success;
}

function changesOf({ maxIterations, timeoutMinutes, mode, preset }: LimitsOptions): object {
  const changes = {
    ...(maxIterations !== undefined && { max_iterations: maxIterations }),
    ...(timeoutMinutes !== undefined && { timeout_minutes: timeoutMinutes }),
    ...(mode !== undefined && { mode }),
    ...(preset !== undefined && { criteria: presetCriteria(preset) }),
  };
  if (Object.keys(changes).length === 0)
    throw new DomainError('BAD_INPUT', 'No limit is named.', {
      next: 'Give --max-iterations, --timeout-minutes, --mode or --preset.',
    });
  return changes;
}
