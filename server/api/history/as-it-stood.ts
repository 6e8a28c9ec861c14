import type { Envelope } from '#lib/engine/envelope.ts';
import { statePath } from '#lib/engine/state-path.ts';
import { DomainError } from '#lib/errors.ts';
import { machineOf } from '#lib/machines/registry.ts';
import type { RunOnPage } from '#server/store/pages/run-page.ts';
import { type OneTransition, transitionOf } from '#server/store/pages/transition-of.ts';
import { storedRun } from '#server/store/stored-run.ts';
import type { Services } from '../services.ts';
import { filmOf } from './film.ts';
import { type PastRecord, recordsAt } from './records-at.ts';

/** A run as it stood right after one of its transitions. */
export interface Standing {
  readonly run: RunOnPage;
  readonly transition: OneTransition;
  /** Whether more has happened in the same event: what was decided then is that event's, not this transition's. */
  readonly within: boolean;
  /** What was filed of its iterations until then. */
  readonly iterations: readonly PastRecord[];
}

/** Folds the run's log up to a transition. Throws NOT_FOUND where the run has none of that number. */
export async function asItStood(services: Services, run: RunOnPage, at: number): Promise<Standing> {
  const [transition, stored] = await Promise.all([
    transitionOf(services.pool, run.id, at),
    storedRun(services.pool, run.id),
  ]);
  if (transition === null) {
    throw new DomainError('NOT_FOUND', `Run ${run.number} has no transition ${at}.`, {
      next: 'Look at the run as it is now.',
    });
  }
  const film = await filmOf(services.engine, stored, transition.eventSeq);
  const envelope = film[transition.eventSeq]?.envelope;
  if (envelope === undefined) throw new Error(`run ${run.id} has no event ${transition.eventSeq}`);
  const within = statePath(envelope.value) !== transition.to;
  return {
    run: rowAt(run, transition, envelope, within),
    transition,
    within,
    iterations: recordsAt(film, transition.eventSeq, 'iteration'),
  };
}

function rowAt(
  run: RunOnPage,
  { eventSeq, to, iteration }: OneTransition,
  envelope: Envelope,
  within: boolean,
): RunOnPage {
  const ended = envelope.status === 'done' && !within;
  const ending = machineOf(run.machine)?.ending({ value: envelope.value, context: envelope.context as never });
  return {
    ...run,
    seq: eventSeq,
    snapshot: envelope as unknown as RunOnPage['snapshot'],
    state: to,
    status: ended ? 'finished' : statusOf(envelope),
    iteration,
    outcome: ended ? (ending?.outcome ?? null) : null,
    waitingSince: new Date(envelope.enteredAt),
    finishedAt: ended ? run.finishedAt : null,
    report: ended ? run.report : null,
  };
}

function statusOf({ stopping, paused, clock }: Envelope): string {
  if (stopping !== null) return 'stopping';
  if (paused) return 'paused';
  return clock === 'waiting' ? 'waiting' : 'active';
}
