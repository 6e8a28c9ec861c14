import type { Ending } from './definition.ts';
import type { Envelope } from './envelope.ts';
import { engineEvent, type RunEvent } from './events.ts';
import { statePath } from './state-path.ts';
import type { Offer } from './step.ts';

const aborted: Ending = { outcome: 'ABORTED', exitCode: 3 };

/**
 * What may become of a run whose machine's version is not installed: it can be ended where it stands, and is never moved
 * on. Everything else waits in its inbox for the version.
 */
export function offerWithoutMachine(envelope: Envelope, event: RunEvent, actor: string, iteration: number): Offer {
  if (event.type !== engineEvent.abort) return { fate: 'pending' };
  if (envelope.status === 'done') return { fate: 'refused', reason: 'the run has ended' };
  const state = statePath(envelope.value);
  const why = typeof event.reason === 'string' && event.reason !== '' ? `: ${event.reason}` : '';
  return {
    fate: 'applied',
    step: {
      next: {
        ...envelope,
        status: 'done',
        inFlight: {},
        timers: {},
        paused: false,
        transitions: envelope.transitions + 1,
      },
      state,
      iteration,
      transitions: [
        {
          from: state,
          to: state,
          event: event.type,
          reason: `ended where it stands by ${actor}, since its machine's version is not installed${why}`,
          evidence: [],
          iteration,
          actor,
          at: event.at,
          msInFrom: event.at - envelope.enteredAt,
        },
      ],
      start: [],
      cancel: Object.keys(envelope.inFlight),
      setTimers: [],
      clearTimers: Object.keys(envelope.timers),
      moveRunTimerBy: 0,
      records: [],
      clock: { before: envelope.clock, after: envelope.clock },
      ending: aborted,
    },
  };
}
