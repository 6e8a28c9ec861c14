import { advance } from '#lib/engine/advance.ts';
import type { MachineDefinition } from '#lib/engine/definition.ts';
import { begin } from '#lib/engine/drive.ts';
import type { Envelope } from '#lib/engine/envelope.ts';
import type { LoggedEvent } from '#lib/engine/replay.ts';
import type { RecordFact } from '#lib/engine/step.ts';
import { DomainError } from '#lib/errors.ts';
import type { Engine } from '#server/engine/engine.ts';
import { eventLog } from '#server/store/event-log.ts';
import { transitionOf } from '#server/store/pages/transition-of.ts';
import type { StoredRun } from '#server/store/stored-run.ts';

/** A run right after one of its events: what it was, and what that event filed for pages. */
export interface Frame {
  readonly envelope: Envelope;
  readonly records: readonly RecordFact[];
}

/** Films of so many runs are kept: a reader who moves through one asks for its frames again and again. */
const mostFilms = 8;

/** A log only grows, so what was folded once stays true. By run. */
const films = new Map<string, Frame[]>();

/**
 * The run after each of its events up to `upTo`; frame 0 is its creation. Throws UNAVAILABLE when the machine's version is
 * not installed, CONFLICT when the log cannot be folded with it.
 */
export async function filmOf(engine: Engine, run: StoredRun, upTo: number): Promise<readonly Frame[]> {
  const definition = engine.machine(run.machine, run.machineVersion);
  if (definition === null) {
    throw new DomainError('UNAVAILABLE', `Run ${run.number} needs ${run.machine} version ${run.machineVersion}.`, {
      next: 'Start the version of the program that the run was made with to look at its past.',
    });
  }
  const film = films.get(run.id) ?? [await createdFrame(engine, definition, run)];
  if (film.length <= upTo) {
    const log = await eventLog(engine.pool, run.id, upTo, film.length - 1);
    // Somebody else may have gone on with the same film while the log was read.
    const unseen = log.filter(({ seq }) => seq >= film.length);
    film.push(...framesAfter(definition, film, unseen, run));
  }
  keep(run.id, film);
  return film;
}

async function createdFrame(engine: Engine, definition: MachineDefinition, run: StoredRun): Promise<Frame> {
  const created = await transitionOf(engine.pool, run.id, 1);
  if (created === null) throw new Error(`run ${run.id} has no transition`);
  const step = begin(definition, run.input, created.at, created.actor);
  return { envelope: step.next, records: step.records };
}

function framesAfter(
  definition: MachineDefinition,
  film: readonly Frame[],
  log: readonly LoggedEvent[],
  run: StoredRun,
): Frame[] {
  const frames: Frame[] = [];
  let envelope = film.at(-1)?.envelope;
  for (const { seq, event, actor } of log) {
    if (envelope === undefined) break;
    const offer = advance(definition, envelope, event, actor);
    if (offer.fate !== 'applied')
      throw new DomainError('CONFLICT', `Event ${seq} of run ${run.number} would now be ${offer.fate}.`);
    envelope = offer.step.next;
    frames.push({ envelope, records: offer.step.records });
  }
  return frames;
}

/** The newest last; of more than there is room for the oldest goes. */
function keep(runId: string, film: Frame[]): void {
  films.delete(runId);
  films.set(runId, film);
  const [oldest] = films.keys();
  if (films.size > mostFilms && oldest !== undefined) films.delete(oldest);
}
