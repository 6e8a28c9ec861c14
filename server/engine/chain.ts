import type { Json } from '#lib/engine/json.ts';
import type { NewLogChunk } from '#server/store/log-chunks.ts';
import type { PlacedResultSet } from '#server/store/placed-results.ts';
import type { ResultSetRow } from '#server/store/results.ts';
import type { RunForStep } from '#server/store/run-for-step.ts';
import type { Engine } from './engine.ts';
import { offered } from './offered.ts';
import { type Link, type StartedActivity, type StoredEvent, startedBy } from './step-payload.ts';
import { type Kept, type KnownRows, type Reads, type RowsOfRun, together, type Unwritten } from './unwritten.ts';

/** Whoever goes on with what an event begins, in the process that sends it. Asked only where that knows how the run stands. */
export interface Successor {
  /**
   * Does an activity on the spot, before anything is written; null where it has to wait first, or takes long. One that changes
   * something is done so only where it `mayWork`; `atWork` is called once it has begun to.
   */
  instantly(
    beginning: StartedActivity,
    how: { readonly mayWork: boolean; readonly atWork: () => void; readonly unwritten: Unwritten },
  ): Promise<InstantEnd | null>;
  /**
   * Hears the first activity that the event begins before that is written, also one that was not over on the spot, and whether
   * it is all that the run is at. Gives one that may have changed something before the answer comes.
   */
  ahead(beginning: StartedActivity, how: { readonly isAlone: boolean; readonly unwritten: Unwritten }): AtWork | null;
  /**
   * Hears what came of it: the activities that were done on the spot, and those that the claiming runner now holds. Resolves
   * once nothing more comes of the others.
   */
  written(ids: { readonly passed: readonly string[]; readonly claimed: readonly string[] }): Promise<void>;
}

/** An activity that does more than to read before the step that begins it is written. */
export interface AtWork {
  readonly id: string;
  /**
   * Settled, soon in any case, when it has begun to change something: what is left of others should not be in its way before.
   * With false where it waits for the answer first.
   */
  readonly reached: Promise<boolean>;
}

/** The end of an activity that was done on the spot, with the event that tells it. */
export interface InstantEnd {
  readonly event: Omit<StoredEvent, 'at'>;
  readonly output: Json;
  readonly kept: Kept;
  readonly ms: number;
  /**
   * Settled when nothing of it is left to be done, with its log; nothing is written before. Rejects where that failed or has
   * to wait for the confirmation: then the chain comes to nothing.
   */
  readonly rest: Promise<readonly NewLogChunk[]>;
  /** It has changed something. */
  readonly hasWorked: boolean;
}

/** What is known of a run's rows while a chain is made on it. */
interface KnownOfRun {
  readonly reads: Reads;
  readonly rows: KnownRows;
}

interface Chaining {
  readonly successor: Successor | undefined;
  /** Called when an activity of the chain has begun to change something. */
  readonly atWork: () => void;
}

/** A chain is written as one. It is not longer, so that what ended before it does not wait long to be kept. */
const longest = 30;
/** Nor does it go on, once it is so old, beyond an activity that works for a while: it is written beside that. */
const oldMs = 50;

/** The link of an event, and those of the ends of activities that each step before began alone and that were done on the spot. */
export async function chainFrom(
  engine: Engine,
  run: RunForStep & { readonly crowded?: boolean },
  first: Link,
  { successor, atWork, ...known }: KnownOfRun & Chaining,
): Promise<readonly [Link, ...Link[]]> {
  const links: [Link, ...Link[]] = [first];
  if (successor === undefined) return links;
  const heardAt = performance.now();
  let { now } = run;
  for (let link = first; links.length < longest; ) {
    const only = beginsOnly(link);
    const mayWork = !run.crowded && performance.now() - heardAt < oldMs;
    const how = { mayWork, atWork, unwritten: unwrittenOf(links, known) };
    const end = only && (await successor.instantly(only, how));
    // Each has a time of its own, by which the past is looked at.
    now = Math.max(now + 1, Math.floor(run.now + performance.now() - heardAt));
    const next = only && end && linkAfter(engine, { ...run, now }, { before: link, only, end });
    if (next === null) break;
    links.push(next);
    link = next;
  }
  return links;
}

/** What a run has left once the links of a chain are, which are not written yet. */
export function unwrittenOf(links: readonly Link[], { reads, rows }: KnownOfRun): Unwritten {
  const measured = links.flatMap(({ left }) => left?.resultSets ?? []);
  const worked = links.filter(({ hasWorked }) => hasWorked).length;
  return { ...together(rows, rowsOf(links)), measured, worked, reads, rowReads: rows.reads };
}

/** The rows that the links of a chain file. */
export function rowsOf(links: readonly Link[]): RowsOfRun {
  return {
    records: links.flatMap(({ step }) => step.records),
    artifacts: links.flatMap(({ left }) => left?.artifacts.map(({ bytes: _stored, ...use }) => use) ?? []),
    resultSets: links.flatMap(({ left }) => left?.resultSets.map((set) => rowOf(set, left.at)) ?? []),
  };
}

function rowOf({ id, iteration, complete, counts, findings, activityId }: PlacedResultSet, at: number): ResultSetRow {
  return { id, iteration, complete, counts, findings, activityId, createdAt: new Date(at) };
}

/** The activity that is all that a step brings about, so that the run does nothing else while it is done; else null. */
export function beginsOnly({ step, started }: Link): StartedActivity | null {
  const { next, cancel, ending, clock } = step;
  const isPlain = cancel.length === 0 && ending === null && next.stopping === null && clock.after === 'running';
  const [only] = started;
  return isPlain && only !== undefined && Object.keys(next.inFlight).length === 1 ? only : null;
}

interface Ended {
  readonly before: Link;
  readonly only: StartedActivity;
  readonly end: InstantEnd;
}

/** Null when the machine does not take the event there. */
function linkAfter(engine: Engine, run: RunForStep, { before, only, end }: Ended): Link | null {
  const { iteration, next } = before.step;
  const offer = offered(engine, { ...run, seq: before.seq, iteration, envelope: next }, end.event);
  if (offer.fate !== 'applied') return null;
  return {
    seq: before.seq + 1,
    step: offer.step,
    started: startedBy(engine, offer.step),
    passed: { event: { ...end.event, at: run.now }, activity: { ...only, output: end.output, ms: end.ms } },
    left: { ...end.kept, at: run.now },
    rest: end.rest,
    hasWorked: end.hasWorked,
  };
}
