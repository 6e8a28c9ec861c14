import type { Tone } from '#components/ui/tone.ts';

/** Where a run stands for a person: an ended run carries the machine's own word for how it ended. */
export type RunLife =
  | { status: 'queued' | 'running' | 'paused' | 'stopping' }
  | { status: 'stranded' /** Why this program never moves it on, ready to follow "the run". */; why: string }
  | { status: 'waiting' /** For whom or what: "a review", "a board of stm32f4". */; waitsFor: string; since: number }
  | { status: 'ended'; outcome: string; tone: Tone };

/** One run as a row. Times are epoch milliseconds, rates are ratios from 0 to 1. */
export type RunSummary = {
  id: string;
  href: string;
  project: string;
  /** Counted per project, as in `thermostat #142`. */
  number: number;
  machine: string;
  goal: string;
  state: string;
  life: RunLife;
  iteration: number;
  /** Absent for machines that do not iterate. */
  maxIterations?: number | undefined;
  passRate: number | null;
  target?: number | undefined;
  /** Pass rates, oldest first; null where an iteration has no results. */
  spark: readonly (number | null)[];
  startedAt: number;
  endedAt?: number | undefined;
};

/** A reading of the convergence rules in words: `PLATEAU RISK`, `+0.7 % over 3`. */
export type ConvergenceSignal = { tone: Tone; word: string; detail: string };

/** The one run of a run's page. */
export type RunDetail = RunSummary & {
  /** The event the page was read at; a decision or a fork names it. */
  seq: number;
  /** The transition the page shows the run after. */
  transition: number;
  mode: string;
  stateTone: Tone;
  signal?: ConvergenceSignal | undefined;
  branch?: string | undefined;
  startedBy: string;
  /** Number of the run that this one shares its beginning with. */
  forkedFrom: number | null;
  /** Who keeps everything of the run whatever the rules of retention say, and why; null when they apply to it. */
  pin: { by: string; why: string; at: number } | null;
};

/** A transition that a reader went back to. */
export type Moment = { seq: number; at: number; to: string; reason: string; actor: string };
