import type { MachineDefinition } from './definition.ts';
import { drive, isLeft, snapshotOf } from './drive.ts';
import type { Envelope } from './envelope.ts';
import { controlEvent, engineEvent, type RunEvent } from './events.ts';
import { resultOf } from './names.ts';
import { plain } from './plain.ts';
import { statePath } from './state-path.ts';
import { because, stay } from './stay.ts';
import type { Offer, Step } from './step.ts';

type Handler = (definition: MachineDefinition, envelope: Envelope, event: RunEvent, actor: string) => Offer;

/** Events that the engine answers itself, before the machine is asked. */
const engineHandlers: Readonly<Record<string, Handler>> = {
  [engineEvent.pause]: pause,
  [engineEvent.resume]: resume,
  [engineEvent.abort]: abort,
  [engineEvent.stopped]: stopped,
  [engineEvent.forked]: forked,
  [engineEvent.moved]: moved,
};

/**
 * Offers one event to a stored run. Nothing is executed here: an applied event comes back as a step, every other with
 * the reason of its fate. `event.at` is the database's clock in epoch milliseconds.
 */
export function advance(definition: MachineDefinition, stored: Envelope, received: RunEvent, actor: string): Offer {
  const envelope = inOrder(stored);
  const event = plain(received) as unknown as RunEvent;
  if (envelope.status === 'done') {
    return { fate: isLate(event) ? 'stale' : 'refused', reason: `the run has ended in ${statePath(envelope.value)}` };
  }
  const handler = engineHandlers[event.type];
  if (handler !== undefined) return handler(definition, envelope, event, actor);
  if (envelope.stopping !== null) return whileStopping(definition, envelope, event, actor);
  return offerToMachine(definition, envelope, event, actor);
}

/** The envelope as a step sees it. The context that a step has left is in order already. */
function inOrder({ context, ...rest }: Envelope): Envelope {
  return {
    ...(plain(rest) as unknown as Omit<Envelope, 'context'>),
    context: isLeft(context) ? context : plain(context),
  };
}

function offerToMachine(definition: MachineDefinition, envelope: Envelope, event: RunEvent, actor: string): Offer {
  const stale = staleReason(envelope, event);
  if (stale !== null) return { fate: 'stale', reason: stale };
  const current = settle(envelope, event);
  const step = drive(definition, current, event, actor);
  if (step !== null) return { fate: 'applied', step: withFired(step, event) };
  if (definition.deferrable.includes(event.type)) return { fate: 'pending' };
  return { fate: 'refused', reason: `${statePath(envelope.value)} does not take ${event.type}` };
}

/** A result of an earlier visit, or a timer that no longer lives, would be accepted by XState: it is caught here. */
function staleReason(envelope: Envelope, event: RunEvent): string | null {
  const invokeId = resultOf(event.type);
  if (invokeId !== null) {
    const flight = envelope.inFlight[invokeId];
    return flight?.visit === event.visit ? null : `${invokeId} visit ${String(event.visit)} is no longer in flight`;
  }
  if (typeof event.timer !== 'string') return null;
  return envelope.timers[event.timer] === event.visit ? null : `timer ${event.timer} no longer lives`;
}

/** The envelope once the activity or timer that the event came from is off its books. */
function settle(envelope: Envelope, event: RunEvent): Envelope {
  const invokeId = resultOf(event.type);
  if (invokeId !== null) return { ...envelope, inFlight: omit(envelope.inFlight, invokeId) };
  if (typeof event.timer === 'string') return { ...envelope, timers: omit(envelope.timers, event.timer) };
  return envelope;
}

/** The row of a timer that fired goes with the step that it caused, unless the step has set it anew. */
function withFired(step: Step, { timer }: RunEvent): Step {
  if (typeof timer !== 'string' || timer in step.next.timers) return step;
  return { ...step, clearTimers: [...step.clearTimers, timer] };
}

function pause(definition: MachineDefinition, envelope: Envelope, event: RunEvent, actor: string): Offer {
  if (envelope.stopping !== null) return { fate: 'refused', reason: 'the run is being stopped' };
  if (envelope.paused) return { fate: 'refused', reason: 'the run is already paused' };
  const next: Envelope = { ...envelope, paused: true, clock: 'paused' };
  return {
    fate: 'applied',
    step: stay(envelope, next, {
      event,
      actor,
      reason: `paused by ${actor}${because(event)}`,
      iteration: definition.iteration(envelope.context),
    }),
  };
}

function resume(definition: MachineDefinition, envelope: Envelope, event: RunEvent, actor: string): Offer {
  if (!envelope.paused) return { fate: 'refused', reason: 'the run is not paused' };
  const waiting = snapshotOf(definition, envelope).hasTag('waiting');
  const next: Envelope = { ...envelope, paused: false, clock: waiting ? 'waiting' : 'running' };
  return {
    fate: 'applied',
    step: stay(envelope, next, {
      event,
      actor,
      reason: `resumed by ${actor}${because(event)}`,
      iteration: definition.iteration(envelope.context),
    }),
  };
}

function abort(definition: MachineDefinition, envelope: Envelope, event: RunEvent, actor: string): Offer {
  if (envelope.stopping !== null) {
    return { fate: 'refused', reason: `the run is already being stopped by ${envelope.stopping.by}` };
  }
  const reason = typeof event.reason === 'string' ? event.reason : '';
  const flying = Object.keys(envelope.inFlight);
  const next: Envelope = { ...envelope, paused: false, stopping: { by: actor, reason }, timers: {}, clock: 'running' };
  const flight = flying.length === 0 ? 'nothing is in flight' : `stopping ${flying.join(', ')}`;
  const why = `abort asked for by ${actor}${because(event)}; ${flight}`;
  const asked = stay(envelope, next, { event, actor, reason: why, iteration: definition.iteration(envelope.context) });
  const step: Step = { ...asked, cancel: flying, clearTimers: Object.keys(envelope.timers) };
  return { fate: 'applied', step: flying.length === 0 ? thenAborted(definition, step, event) : step };
}

function stopped(definition: MachineDefinition, envelope: Envelope, event: RunEvent, actor: string): Offer {
  const invokeId = String(event.invokeId);
  if (envelope.stopping === null || envelope.inFlight[invokeId]?.visit !== event.visit) {
    return { fate: 'stale', reason: `${invokeId} visit ${String(event.visit)} was not being stopped` };
  }
  return oneGone(definition, envelope, invokeId, event, actor, `${invokeId} is proved gone`);
}

function forked(definition: MachineDefinition, envelope: Envelope, event: RunEvent, actor: string): Offer {
  const reason = `forked by ${actor} from run ${String(event.run)} at event ${String(event.seq)}${because(event)}`;
  return {
    fate: 'applied',
    step: stay(envelope, envelope, { event, actor, reason, iteration: definition.iteration(envelope.context) }),
  };
}

/** Where a run is worked on changes nothing of what it is. */
function moved(definition: MachineDefinition, envelope: Envelope, event: RunEvent, actor: string): Offer {
  const reason = `moved from host ${String(event.from)} to host ${String(event.to)}${because(event)}`;
  return {
    fate: 'applied',
    step: stay(envelope, envelope, { event, actor, reason, iteration: definition.iteration(envelope.context) }),
  };
}

/** While a run is being stopped only the end of what was in flight matters; a result that comes now counts for nothing. */
function whileStopping(definition: MachineDefinition, envelope: Envelope, event: RunEvent, actor: string): Offer {
  const stale = staleReason(envelope, event);
  if (stale !== null) return { fate: 'stale', reason: stale };
  const invokeId = resultOf(event.type);
  if (invokeId === null)
    return { fate: 'refused', reason: `the run is being stopped by ${envelope.stopping?.by ?? 'somebody'}` };
  return oneGone(
    definition,
    envelope,
    invokeId,
    event,
    actor,
    `${invokeId} ended after the abort; its result is stale`,
  );
}

function oneGone(
  definition: MachineDefinition,
  envelope: Envelope,
  invokeId: string,
  event: RunEvent,
  actor: string,
  reason: string,
): Offer {
  const next: Envelope = { ...envelope, inFlight: omit(envelope.inFlight, invokeId) };
  const step = stay(envelope, next, { event, actor, reason, iteration: definition.iteration(envelope.context) });
  const empty = Object.keys(next.inFlight).length === 0;
  return { fate: 'applied', step: empty ? thenAborted(definition, step, event) : step };
}

/** Nothing is in flight any more: the machine goes to its aborted state in the same step. */
function thenAborted(definition: MachineDefinition, before: Step, cause: RunEvent): Step {
  const stopping = before.next.stopping;
  const event: RunEvent = {
    type: controlEvent.abort,
    at: cause.at,
    by: stopping?.by ?? 'engine',
    reason: stopping?.reason ?? '',
  };
  const after = drive(definition, before.next, event, stopping?.by ?? 'engine');
  if (after === null) throw new Error(`${definition.id} takes no ${event.type} in ${before.state}`);
  return {
    ...after,
    next: { ...after.next, stopping: null },
    transitions: [...before.transitions, ...after.transitions],
    cancel: [...before.cancel, ...after.cancel],
    clearTimers: [...before.clearTimers, ...after.clearTimers],
    records: [...before.records, ...after.records],
    clock: { before: before.clock.before, after: after.clock.after },
  };
}

/** A result or a timer, as opposed to something that a person asked for. */
function isLate(event: RunEvent): boolean {
  return resultOf(event.type) !== null || typeof event.timer === 'string' || event.type === engineEvent.stopped;
}

function omit<T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> {
  const { [key]: _gone, ...rest } = record;
  return rest;
}
