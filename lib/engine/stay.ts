import type { Envelope } from './envelope.ts';
import type { RunEvent } from './events.ts';
import { statePath } from './state-path.ts';
import type { Step } from './step.ts';

interface Cause {
  readonly event: RunEvent;
  readonly actor: string;
  readonly reason: string;
  readonly iteration: number;
}

/** A step of the engine's own: the state stays, the trace says what happened. */
export function stay(envelope: Envelope, next: Envelope, { event, actor, reason, iteration }: Cause): Step {
  const state = statePath(envelope.value);
  const msInFrom = event.at - envelope.enteredAt;
  return {
    next: { ...next, transitions: envelope.transitions + 1 },
    state,
    iteration,
    transitions: [
      { from: state, to: state, event: event.type, reason, evidence: [], iteration, actor, at: event.at, msInFrom },
    ],
    start: [],
    cancel: [],
    setTimers: [],
    clearTimers: [],
    moveRunTimerBy: 0,
    records: [],
    clock: { before: envelope.clock, after: next.clock },
    ending: null,
  };
}

/** The reason that came with an event, ready to follow a sentence. */
export function because(event: RunEvent): string {
  return typeof event.reason === 'string' && event.reason !== '' ? `: ${event.reason}` : '';
}
