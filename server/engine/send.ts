import { offerWithoutMachine } from '#lib/engine/abort-uninstalled.ts';
import { advance } from '#lib/engine/advance.ts';
import { engineEvent, type RunEvent } from '#lib/engine/events.ts';
import { fitOf } from '#lib/engine/fit.ts';
import type { Json } from '#lib/engine/json.ts';
import type { Offer } from '#lib/engine/step.ts';
import { applyStep, type Claim, type Finish } from '#server/store/apply-step.ts';
import { type Fate, fileEvent } from '#server/store/file-event.ts';
import { pendingEvents } from '#server/store/pending-events.ts';
import { type RunForStep, runForStep } from '#server/store/run-for-step.ts';
import { storable } from '#server/store/storable.ts';
import type { Engine } from './engine.ts';
import { forget, remember, remembered } from './remembered.ts';
import { type StartedActivity, startedBy, stepPayload } from './step-payload.ts';

/** An event on its way to a run. The same key again is the same event: it is applied at most once. */
export interface Outgoing {
  readonly type: string;
  readonly payload?: { readonly [field: string]: Json };
  readonly key: string;
  readonly actor: string;
  readonly finish?: Finish;
  readonly claim?: Claim;
  /** The event number that a person decided on: if the run has moved on since, the event is refused and says so. */
  readonly expectedSeq?: number;
  /**
   * Hears what the event will begin while that is still being written, where this process knows how the run stands. What it
   * answers hears which of these the claiming runner was given; it hears nothing when the write fails.
   */
  readonly foretell?: (beginning: readonly Beginning[]) => ((claimed: readonly string[]) => void) | undefined;
}

/** An activity that a step begins. */
export type Beginning = StartedActivity & { readonly iteration: number };

export interface Sent extends Fate {
  /** Activities that the claiming runner now holds. */
  readonly claimed: readonly Beginning[];
}

/**
 * Delivers one event to a run; nothing else moves a run. The step is computed on what was read, or on what this process
 * last wrote, and written only if the run still stands there, else it is read and computed again. Any number of processes
 * may send to one run at once.
 */
export async function send(engine: Engine, runId: string, event: Outgoing): Promise<Sent> {
  const sent = await deliver(engine, runId, { ...event, payload: storable(event.payload ?? {}) });
  if (sent.fate !== 'applied') return sent;
  for (const { invokeId, visit } of sent.idle) await send(engine, runId, stoppedBefore(invokeId, visit));
  if (sent.pending) await retryPending(engine, runId);
  return sent;
}

interface Delivered extends Sent {
  readonly idle: readonly { readonly invokeId: string; readonly visit: number }[];
  readonly pending: boolean;
}

const nothing = { claimed: [], idle: [], pending: false } as const;

async function deliver(engine: Engine, runId: string, outgoing: Outgoing): Promise<Delivered> {
  const { foretell, ...plain } = outgoing;
  const known = remembered(engine, runId);
  const delivered = known && (await applied(engine, runId, known, outgoing));
  if (delivered) return delivered;
  for (;;) {
    const read = await runForStep(engine.pool, runId);
    const done = (await applied(engine, runId, read, plain)) ?? (await setAside(engine, runId, read, plain));
    if (done !== null) return done;
  }
}

/** Null when the event moves nothing from there, or the run no longer stands there. */
async function applied(engine: Engine, runId: string, run: RunForStep, outgoing: Outgoing): Promise<Delivered | null> {
  const { key, type, payload = {}, actor } = outgoing;
  const offer = offered(engine, run, outgoing);
  if (offer.fate !== 'applied') return null;
  const { step } = offer;
  const started = startedBy(engine, step).map((one) => ({ ...one, iteration: step.iteration }));
  const writing = applyStep(engine.pool, {
    ...stepPayload(runId, run.seq + 1, step, started),
    event: { key, type, payload, actor, at: run.now },
    finish: (outgoing.finish ?? null) as Json,
    claim: (outgoing.claim ?? null) as Json,
  });
  const heard = outgoing.foretell?.(started);
  const answer = await writing;
  heard?.(answer.result === 'applied' ? answer.claimed : []);
  if (answer.result !== 'applied') forget(engine, runId);
  switch (answer.result) {
    case 'applied':
      if (step.ending === null) {
        const { seq, now } = answer;
        remember(engine, runId, { ...run, seq, now, iteration: step.iteration, envelope: step.next });
      } else forget(engine, runId);
      return {
        fate: 'applied',
        reason: null,
        seq: answer.seq,
        claimed: started.filter(({ id }) => answer.claimed.includes(id)),
        idle: step.next.stopping === null ? [] : answer.idle,
        pending: answer.pending,
      };
    case 'repeated':
      return { fate: answer.fate as Fate['fate'], reason: answer.reason, seq: answer.seq, ...nothing };
    case 'fenced':
      return await filed(engine, runId, run.seq, outgoing, 'stale', 'the activity had been taken over');
    case 'missing':
      return { fate: 'refused', reason: 'the run is gone', seq: null, ...nothing };
    case 'moved':
      return null;
  }
}

/** The event keeps its fate beside the run. Null when the run moves on, or has moved on and would take it now. */
async function setAside(engine: Engine, runId: string, run: RunForStep, outgoing: Outgoing): Promise<Delivered | null> {
  const offer = offered(engine, run, outgoing);
  if (offer.fate === 'applied') return null;
  return await filed(engine, runId, run.seq, outgoing, offer.fate, offer.fate === 'pending' ? null : offer.reason);
}

async function filed(
  engine: Engine,
  runId: string,
  seq: number,
  { key, type, payload = {}, actor }: Outgoing,
  fate: 'pending' | 'refused' | 'stale',
  reason: string | null,
): Promise<Delivered | null> {
  const found = await fileEvent(engine.pool, runId, seq, { key, type, payload, actor, fate, reason });
  return found === null ? null : { ...found, ...nothing };
}

function offered(engine: Engine, run: RunForStep, { type, payload = {}, actor, expectedSeq }: Outgoing): Offer {
  if (expectedSeq !== undefined && expectedSeq !== run.seq) {
    const reason = `the run has moved on: it was at event ${expectedSeq} when this was decided and is at ${run.seq} now`;
    return { fate: 'refused', reason };
  }
  const event: RunEvent = { ...payload, type, at: run.now };
  const fit = fitOf(engine.machine(run.machine, run.machineVersion), { ...run, stateValue: run.envelope.value });
  return fit.ok
    ? advance(fit.definition, run.envelope, event, actor)
    : offerWithoutMachine({ ...run, why: fit.why }, event, actor);
}

/** A cancelled activity that nobody was working on is gone at once; a stopping run waits for this word. */
function stoppedBefore(invokeId: string, visit: number): Outgoing {
  return {
    type: engineEvent.stopped,
    payload: { invokeId, visit },
    key: `stopped:${invokeId}:${visit}`,
    actor: 'engine',
  };
}

/** After a step the run may take what it could not take before. Each pending event is offered once, oldest first. */
export async function retryPending(engine: Engine, runId: string): Promise<void> {
  for (const { key, type, payload, actor } of await pendingEvents(engine.pool, runId)) {
    await send(engine, runId, { key, type, payload, actor });
  }
}
