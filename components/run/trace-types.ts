import type { Tone } from '#components/ui/tone.ts';

/** A link to the thing that proves a sentence: an artifact, a log range, a test result. */
export type EvidenceLink = { label: string; href: string };

export type TraceRow = {
  seq: number;
  /** The event that caused it. */
  eventSeq: number;
  from: string;
  to: string;
  event: string;
  reason: string;
  evidence: readonly EvidenceLink[];
  actor: string;
  iteration: number;
  at: number;
  /** Milliseconds spent in `from`. */
  timeInFrom: number;
  toTone: Tone;
};
