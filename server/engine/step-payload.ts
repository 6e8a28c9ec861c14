import { randomUUID } from 'node:crypto';
import type { Json } from '#lib/engine/json.ts';
import type { ActivityStart, RecordFact, Step, TimerStart, TransitionFact } from '#lib/engine/step.ts';
import type { StepOfRun } from '#server/store/apply-step.ts';
import type { NewLogChunk } from '#server/store/log-chunks.ts';
import type { PlacedResultSet } from '#server/store/placed-results.ts';
import type { ActivityPlacement, Engine } from './engine.ts';
import { type Kept, mergedData } from './unwritten.ts';

/** An activity as it is stored when it begins. */
export type StartedActivity = ActivityStart & ActivityPlacement & { readonly id: string; readonly iteration: number };

/** The activities that a step begins: they get their ids and places here, since the pure step knows neither. */
export function startedBy(engine: Engine, step: Step): StartedActivity[] {
  const { iteration } = step;
  return step.start.map((one) => ({ ...one, id: randomUUID(), iteration, ...engine.activity(one.name) }));
}

/** An event's step with the number that the event gets, and the activities that it begins. */
export interface Link {
  readonly seq: number;
  readonly step: Step;
  readonly started: readonly StartedActivity[];
  /** The event, if it is not the first, and the activity whose end it is: the step before began it. */
  readonly passed?: { readonly event: StoredEvent; readonly activity: EndedActivity };
  /** What the activity whose end the event is has left to be stored, and the event's time. */
  readonly left?: Kept & { readonly at: number };
  /** See `InstantEnd`. */
  readonly rest?: Promise<readonly NewLogChunk[]>;
  readonly hasWorked?: boolean;
}

export interface StoredEvent {
  readonly key: string;
  readonly type: string;
  readonly payload: { readonly [field: string]: Json };
  readonly actor: string;
  readonly at: number;
}

/** An activity that was over before it was stored. */
export type EndedActivity = StartedActivity & { readonly output: Json; readonly ms: number };

/** A step as `write_steps` reads it. `seq` is the number that its event gets. */
export function stepPayload(run: string, seq: number, step: Step, started: readonly StartedActivity[]): StepOfRun {
  return chainPayload(run, [{ seq, step, started }]);
}

/**
 * Steps of one run in a row as one, as `write_steps` reads it: all that they tell, and what is left of their effects at the
 * end. Each but the last begins nothing but the activity that the next one is the end of, and cancels nothing.
 */
export function chainPayload(run: string, links: readonly [Link, ...Link[]]): StepOfRun {
  const [first] = links;
  const { seq, step, started } = links.at(-1) ?? first;
  return {
    run,
    seq: first.seq,
    last: seq,
    snapshot: step.next as unknown as Json,
    state: step.state,
    status: runStatus(step),
    iteration: step.iteration,
    outcome: step.ending?.outcome ?? null,
    exitCode: step.ending?.exitCode ?? null,
    transitions: told(links) as unknown as Json,
    records: merged(links) as unknown as Json,
    cancel: step.cancel,
    start: started as unknown as Json,
    ...timersLeft(links),
    moveRunTimerBy: links.reduce((sum, link) => sum + link.step.moveRunTimerBy, 0),
    clock: { before: first.step.clock.before, after: step.clock.after },
    passed: links.flatMap((link) => (link.passed ? [storedPass(link.seq, link.passed)] : [])),
    artifacts: filed(links),
    resultSets: links.flatMap(({ left }) => left?.resultSets.map((set) => storedSet(set, left.at)) ?? []),
  };
}

function storedPass(seq: number, { event, activity }: NonNullable<Link['passed']>): Json {
  return { event: { ...event, seq }, activity: { ...activity } };
}

/** Of several under one name the last counts. */
function filed(links: readonly Link[]): Json {
  const all = links.flatMap(({ left }) => left?.artifacts.map((artifact) => ({ ...artifact, at: left.at })) ?? []);
  const byName = new Map(all.map((one) => [JSON.stringify([one.iteration, one.kind, one.name]), one]));
  return [...byName.values()].map(({ bytes, ...use }) => ({
    ...use,
    size: bytes.length,
    base64: bytes.toString('base64'),
  }));
}

function storedSet({ tests: _known, ...set }: PlacedResultSet, at: number): Json {
  return { ...set, at, results: set.results.map((row) => ({ ...row })) };
}

/** All transitions, each with the number of its event. */
function told(links: readonly Link[]): (TransitionFact & { readonly eventSeq: number })[] {
  return links.flatMap(({ seq, step }) => step.transitions.map((fact) => ({ ...fact, eventSeq: seq })));
}

/** Of several facts about one record the later ones win, field by field. */
function merged(links: readonly Link[]): (RecordFact & { readonly eventSeq: number })[] {
  const byName = new Map<string, RecordFact & { readonly eventSeq: number }>();
  for (const { seq, step } of links)
    for (const { kind, key, data } of step.records) {
      const name = JSON.stringify([kind, key]);
      byName.set(name, { kind, key, data: mergedData(byName.get(name)?.data ?? null, data), eventSeq: seq });
    }
  return [...byName.values()];
}

/** The timers that are set in the end, and those that are not any more. */
function timersLeft(links: readonly Link[]): { readonly setTimers: Json; readonly clearTimers: string[] } {
  const set = new Map<string, TimerStart>();
  const cleared = new Set<string>();
  for (const { step } of links) {
    for (const id of step.clearTimers) {
      set.delete(id);
      cleared.add(id);
    }
    for (const timer of step.setTimers) {
      set.set(timer.id, timer);
      cleared.delete(timer.id);
    }
  }
  return { setTimers: [...set.values()] as unknown as Json, clearTimers: [...cleared] };
}

function runStatus(step: Step): 'active' | 'waiting' | 'paused' | 'stopping' | 'finished' {
  if (step.ending !== null) return 'finished';
  if (step.next.stopping !== null) return 'stopping';
  return ({ running: 'active', waiting: 'waiting', paused: 'paused' } as const)[step.next.clock];
}
