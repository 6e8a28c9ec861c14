import type { Json } from './json.ts';

/** Which clocks run: all; only the wait's own (a person or a board is waited for); none (paused). */
export type Clock = 'running' | 'waiting' | 'paused';

export interface InFlight {
  readonly visit: number;
  readonly name: string;
}

/**
 * Everything stored of a run between two events: XState's part, and what the engine keeps beside it. Machines have no
 * history states, so XState's part is its value, context and status.
 */
export interface Envelope {
  readonly value: Json;
  readonly context: Json;
  readonly status: 'active' | 'done';
  /** How often each invoke and timer has been started. */
  readonly visits: Readonly<Record<string, number>>;
  readonly inFlight: Readonly<Record<string, InFlight>>;
  /** Live timers and the visit that armed them. */
  readonly timers: Readonly<Record<string, number>>;
  /** When the current state was entered, epoch milliseconds. */
  readonly enteredAt: number;
  readonly transitions: number;
  readonly paused: boolean;
  readonly stopping: { readonly by: string; readonly reason: string } | null;
  readonly clock: Clock;
}
