import { fitOf, migrationNext } from '#lib/engine/fit.ts';
import { DomainError } from '#lib/errors.ts';
import { runForStep } from '#server/store/run-for-step.ts';
import type { Engine } from './engine.ts';

/**
 * Throws UNAVAILABLE for a run that this program never moves on, so that nobody is told that it has heard what would only
 * lie in its inbox. An abort is not asked about: every run takes it. Throws NOT_FOUND for an unknown run.
 */
export async function refuseUnmovable({ pool, machine }: Engine, runId: string): Promise<void> {
  const run = await runForStep(pool, runId);
  if (run.envelope.status === 'done') return;
  const fit = fitOf(machine(run.machine, run.machineVersion), { ...run, stateValue: run.envelope.value });
  if (fit.ok) return;
  throw new DomainError('UNAVAILABLE', `Nothing was changed: the run ${fit.why}.`, { next: migrationNext });
}
