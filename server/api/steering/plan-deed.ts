import { offerWithoutMachine } from '#lib/engine/abort-uninstalled.ts';
import { advance } from '#lib/engine/advance.ts';
import { fitOf, migrationNext } from '#lib/engine/fit.ts';
import { DomainError } from '#lib/errors.ts';
import { databaseTime } from '#server/store/database-time.ts';
import { type StoredRun, storedRun } from '#server/store/stored-run.ts';
import type { Services } from '../services.ts';
import type { Deed } from './deed.ts';
import { effectWords } from './effect-words.ts';
import { type DeedEvent, eventOfDeed } from './event-of-deed.ts';
import { refusalWords } from './refusal-words.ts';

/** A deed that the run would take as it stands, with what it will do. */
export interface DeedPlan {
  readonly run: StoredRun;
  readonly event: DeedEvent;
  readonly effects: readonly string[];
}

/**
 * Tries a deed on the run as it stands, by the machine's own pure step: nothing is written. Throws REFUSED, CONFLICT,
 * UNAVAILABLE or NOT_FOUND with the reason in words when the run would not take it.
 */
export async function planDeed(
  services: Services,
  { runId, deed, by, reason }: { runId: string; deed: Deed; by: string; reason: string },
): Promise<DeedPlan> {
  const [run, at] = await Promise.all([storedRun(services.pool, runId), databaseTime(services.pool)]);
  const fit = fitOf(services.engine.machine(run.machine, run.machineVersion), {
    ...run,
    stateValue: run.envelope.value,
  });
  if (!fit.ok && deed.kind !== 'abort')
    throw new DomainError('UNAVAILABLE', `The run ${fit.why}.`, { next: migrationNext });
  const early = isEarly(run, deed) ? wordsFor(run, deed) : null;
  if (early !== null) throw new DomainError('REFUSED', early);
  const event = await eventOfDeed(services, runId, deed, { by, reason });
  const told = { ...event.payload, type: event.type, at };
  const offer = fit.ok
    ? advance(fit.definition, run.envelope, told, by)
    : offerWithoutMachine({ ...run, iteration: 0, why: fit.why }, told, by);
  if (offer.fate === 'applied') return { run, event, effects: effectWords(run.envelope, run.state, offer.step) };
  const why = 'reason' in offer ? offer.reason : 'the run does not take it now';
  throw new DomainError('REFUSED', wordsFor(run, deed) ?? `${capital(why)}.`);
}

/** Before the first iteration, in a review and after the end there is nothing to look up. */
function isEarly({ envelope }: StoredRun, { kind }: Deed): boolean {
  if (kind === 'pause' || kind === 'resume' || kind === 'abort') return false;
  const { iteration, review } = envelope.context as { iteration?: number; review?: unknown };
  return envelope.status === 'done' || iteration === 0 || review != null;
}

function wordsFor({ machine, envelope }: StoredRun, deed: Deed): string | null {
  return machine === 'firmware-loop' ? refusalWords(envelope, deed) : null;
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
