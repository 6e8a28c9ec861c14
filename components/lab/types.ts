import type { Tone } from '#components/ui/tone.ts';

/** A recorded run beside what other criteria would have made of it. */
export type ReplayedRun = {
  number: number;
  href: string;
  project: string;
  goal: string;
  /** Null while it goes on. */
  outcome: string | null;
  tone: Tone;
  /** Pass rate of each iteration from the base on; null where nothing was measured. */
  rates: readonly (number | null)[];
  kind: 'ends' | 'hands over' | 'unknown';
  /** Where it would have ended, been handed over, or left the record. */
  iteration: number;
  verdict: string | null;
  reason: string;
  change: 'same' | 'earlier' | 'success lost' | 'unknown';
  iterationsSaved: number | null;
  boardMinutesSaved: number | null;
  workMsSaved: number | null;
};

export type LabTotals = {
  runs: number;
  changes: Record<ReplayedRun['change'], number>;
  recordedIterations: number;
  iterationsSaved: number;
  boardMinutesSaved: number;
  workMsSaved: number;
  recordedSuccesses: number;
};
