import type { Ending } from './definition.ts';
import type { Clock, Envelope } from './envelope.ts';
import type { EvidenceRef } from './events.ts';
import type { Json } from './json.ts';

/** One microstep as it is stored: from where to where, why, and on what evidence. */
export interface TransitionFact {
  readonly from: string;
  readonly to: string;
  readonly event: string;
  readonly reason: string;
  readonly evidence: readonly EvidenceRef[];
  readonly iteration: number;
  readonly actor: string;
  readonly at: number;
  readonly msInFrom: number;
}

export interface ActivityStart {
  readonly invokeId: string;
  readonly visit: number;
  readonly name: string;
  readonly input: Json;
}

export interface TimerStart {
  readonly id: string;
  readonly visit: number;
  /** `run` and `state` stand still while somebody is waited for; `wait` goes on; none runs while paused. */
  readonly clock: 'run' | 'state' | 'wait';
  readonly delayMs: number;
  readonly event: Json;
}

export interface RecordFact {
  readonly kind: string;
  readonly key: string;
  readonly data: Json;
}

/** What one event does to a run: the next envelope and a closed list of effects. Nothing here is executed. */
export interface Step {
  readonly next: Envelope;
  readonly state: string;
  readonly iteration: number;
  readonly transitions: readonly TransitionFact[];
  readonly start: readonly ActivityStart[];
  /** Invokes whose activity is to be stopped; its result no longer counts. */
  readonly cancel: readonly string[];
  readonly setTimers: readonly TimerStart[];
  readonly clearTimers: readonly string[];
  /** Milliseconds by which the run's own time-out moves after its limits were changed. */
  readonly moveRunTimerBy: number;
  readonly records: readonly RecordFact[];
  readonly clock: { readonly before: Clock; readonly after: Clock };
  readonly ending: Ending | null;
}

/** What became of an event that was offered to a run. */
export type Offer =
  | { readonly fate: 'applied'; readonly step: Step }
  | { readonly fate: 'refused'; readonly reason: string }
  | { readonly fate: 'stale'; readonly reason: string }
  | { readonly fate: 'pending' };
