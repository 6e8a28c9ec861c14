import type { Pool } from 'pg';
import { executionModes } from '#lib/convergence/plateau.ts';
import { DomainError } from '#lib/errors.ts';
import { type LaunchChoices, launchChoices } from '#lib/launch/choices.ts';
import { launchOf } from '#server/store/launch-of.ts';

/** The choices that launch a run like an earlier one, by its number. Throws NOT_FOUND, or REFUSED where it was not written down. */
export async function launchAgain(pool: Pool, number: number): Promise<LaunchChoices> {
  const launched = await launchOf(pool, number);
  if (launched === null)
    throw new DomainError('NOT_FOUND', `There is no run ${number}.`, { next: 'Look for it in the list of runs.' });
  const { choices, input } = launched;
  const written = launchChoices.safeParse(choices);
  if (written.success) return written.data;
  if (input === null)
    throw new DomainError('REFUSED', `It was not written down how run ${number} was launched.`, {
      next: 'Choose the project in the form.',
    });
  const { repository, ref, goal, environment, strategies } = input;
  return {
    folder: [repository.path, repository.subdirectory].filter(Boolean).join('/'),
    ref,
    goal: goal.text,
    environment,
    agents: strategies.map(({ name }) => name),
    mode: executionModes.find((mode) => mode === input.mode),
  };
}
