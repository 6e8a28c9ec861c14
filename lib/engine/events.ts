import type { Json } from './json.ts';

/** Where a finding can be looked up: an artifact, a range of a log, a test's result, a commit, an event. */
export interface EvidenceRef {
  readonly kind: 'artifact' | 'log' | 'test' | 'commit' | 'event' | 'record';
  readonly id: string;
  readonly label: string;
}

/** What is applied to a run. `at` is the database's time in epoch milliseconds. */
export interface RunEvent {
  readonly type: string;
  readonly at: number;
  readonly [field: string]: Json | undefined;
}

/** Events that the engine understands itself; every machine gets them for nothing. */
export const engineEvent = {
  /** Nothing new starts; what runs may finish. */
  pause: 'engine.pause',
  resume: 'engine.resume',
  /** Stops what is in flight; the machine hears `control.abort` once nothing is left. */
  abort: 'engine.abort',
  /** One cancelled activity of a stopping run is proved gone. */
  stopped: 'engine.stopped',
  /** First own event of a run that shares an earlier run's log. */
  forked: 'engine.forked',
  /** The run's host is gone and another one goes on with it. */
  moved: 'engine.moved',
} as const;

/** Events that every machine must handle at its root. */
export const controlEvent = {
  abort: 'control.abort',
  timeout: 'control.timeout',
  message: 'control.message',
  limits: 'control.limits',
} as const;

/** The timer of the whole run. */
export const runTimerId = 'engine.run';
