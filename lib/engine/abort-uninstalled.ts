import type { Ending } from './definition.ts';
import type { Envelope } from './envelope.ts';
import { engineEvent, type RunEvent } from './events.ts';
import { because, stay } from './stay.ts';
import type { Offer } from './step.ts';

const aborted: Ending = { outcome: 'ABORTED', exitCode: 3 };

interface Unmovable {
  readonly envelope: Envelope;
  readonly iteration: number;
  /** As `fitOf` says it. */
  readonly why: string;
}

/**
 * What may become of a run that needs a migration: it can be ended where it stands, and is never moved on. Everything else
 * waits in its inbox for a program that knows it.
 */
export function offerWithoutMachine({ envelope, iteration, why }: Unmovable, event: RunEvent, actor: string): Offer {
  if (event.type !== engineEvent.abort) return { fate: 'pending' };
  if (envelope.status === 'done') return { fate: 'refused', reason: 'the run has ended' };
  const next: Envelope = { ...envelope, status: 'done', inFlight: {}, timers: {}, paused: false };
  const reason = `ended where it stands by ${actor}, since it ${why}${because(event)}`;
  return {
    fate: 'applied',
    step: {
      ...stay(envelope, next, { event, actor, reason, iteration }),
      cancel: Object.keys(envelope.inFlight),
      clearTimers: Object.keys(envelope.timers),
      ending: aborted,
    },
  };
}
