import { DomainError } from '#lib/errors.ts';

/** Throws NOT_FOUND for a run of another machine, which has nothing of what is asked. */
export function mustBeOf(machine: string, run: { readonly number: number; readonly machine: string }): void {
  if (run.machine !== machine)
    throw new DomainError('NOT_FOUND', `Run ${run.number} is no run of ${machine}, but one of ${run.machine}.`);
}
