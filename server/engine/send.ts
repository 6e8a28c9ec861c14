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
    const run = await runForStep(engine.pool, runId);
    const definition = engine.machine(run.machine, run.machineVersion);
    if (definition === null) return { ...(await file(engine, runId, outgoing, 'pending', null)), ...nothing };
    if (outgoing.expectedSeq !== undefined && outgoing.expectedSeq !== run.seq) {
      const reason = `the run has moved on: it was at event ${outgoing.expectedSeq} when this was decided and is at ${run.seq} now`;
      return { ...(await file(engine, runId, outgoing, 'refused', reason)), ...nothing };
    }
    const event: RunEvent = { ...outgoing.payload, type: outgoing.type, at: run.now };
    const offer = advance(definition, run.envelope, event, outgoing.actor);
    if (offer.fate !== 'applied') {
      const reason = offer.fate === 'pending' ? null : offer.reason;
      return { ...(await file(engine, runId, outgoing, offer.fate, reason)), ...nothing };
    }
    const applied = await applyStep(engine.pool, runId, run.seq, {
      ...stepPayload(engine, offer.step),
      event: {
        key: outgoing.key,
        type: outgoing.type,
        payload: outgoing.payload ?? {},
        actor: outgoing.actor,
        at: run.now,
      },
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
        return { ...(await file(engine, runId, outgoing, 'stale', 'the activity had been taken over')), ...nothing };
      case 'missing':
        return { fate: 'refused', reason: 'the run is gone', seq: null, ...nothing };
      case 'moved':
        continue;
    }
  }
}

async function file(
  engine: Engine,
  runId: string,
  outgoing: Outgoing,
  fate: 'pending' | 'refused' | 'stale',
  reason: string | null,
): Promise<Fate> {
  const { key, type, payload = {}, actor } = outgoing;
  return await fileEvent(engine.pool, runId, { key, type, payload, actor, fate, reason });
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
async function retryPending(engine: Engine, runId: string): Promise<void> {
  for (const { key, type, payload, actor } of await pendingEvents(engine.pool, runId)) {
    await send(engine, runId, { key, type, payload, actor });
  }
}
