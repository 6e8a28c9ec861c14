import { offerWithoutMachine } from '#lib/engine/abort-uninstalled.ts';
import { advance } from '#lib/engine/advance.ts';
import { engineEvent, type RunEvent } from '#lib/engine/events.ts';
import type { Json } from '#lib/engine/json.ts';
import { applyStep, type Claim, type Finish } from '#server/store/apply-step.ts';
import { type Fate, fileEvent } from '#server/store/file-event.ts';
import { pendingEvents } from '#server/store/pending-events.ts';
import { runForStep } from '#server/store/run-for-step.ts';
import { storable } from '#server/store/storable.ts';
import type { Engine } from './engine.ts';
import { stepPayload } from './step-payload.ts';

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
}

export interface Sent extends Fate {
  /** Activities that the claiming runner now holds. */
  readonly claimed: readonly string[];
}

/**
 * Delivers one event to a run; nothing else moves a run. The step is computed on what was read and written only if the
 * run still stands there, else it is read and computed again. Any number of processes may send to one run at once.
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
  for (;;) {
    const delivered = await tryOnce(engine, runId, outgoing);
    if (delivered !== null) return delivered;
  }
}

/** Null when the run moved on between reading and writing. */
async function tryOnce(engine: Engine, runId: string, outgoing: Outgoing): Promise<Delivered | null> {
  const run = await runForStep(engine.pool, runId);
  const { key, type, payload = {}, actor, expectedSeq } = outgoing;
  const file = async (fate: 'pending' | 'refused' | 'stale', reason: string | null): Promise<Delivered | null> => {
    const filed = await fileEvent(engine.pool, runId, run.seq, { key, type, payload, actor, fate, reason });
    return filed === null ? null : { ...filed, ...nothing };
  };
  const definition = engine.machine(run.machine, run.machineVersion);
  if (expectedSeq !== undefined && expectedSeq !== run.seq) {
    const reason = `the run has moved on: it was at event ${expectedSeq} when this was decided and is at ${run.seq} now`;
    return await file('refused', reason);
  }
  const event: RunEvent = { ...payload, type, at: run.now };
  const offer =
    definition === null
      ? offerWithoutMachine(run.envelope, event, actor, run.iteration)
      : advance(definition, run.envelope, event, actor);
  if (offer.fate !== 'applied') return await file(offer.fate, offer.fate === 'pending' ? null : offer.reason);
  const applied = await applyStep(engine.pool, runId, run.seq, {
    ...stepPayload(engine, offer.step),
    event: { key, type, payload, actor, at: run.now },
    finish: (outgoing.finish ?? null) as Json,
    claim: (outgoing.claim ?? null) as Json,
  });
  switch (applied.result) {
    case 'applied':
      return {
        fate: 'applied',
        reason: null,
        seq: applied.seq,
        claimed: applied.claimed,
        idle: offer.step.next.stopping === null ? [] : applied.idle,
        pending: applied.pending,
      };
    case 'repeated':
      return { fate: applied.fate as Fate['fate'], reason: applied.reason, seq: applied.seq, ...nothing };
    case 'fenced':
      return await file('stale', 'the activity had been taken over');
    case 'missing':
      return { fate: 'refused', reason: 'the run is gone', seq: null, ...nothing };
    case 'moved':
      return null;
  }
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
