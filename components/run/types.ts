import type { z } from 'zod';
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

/** Why an intervention does not apply now; absent when it does. */
export type ControlAvailability = Partial<Record<ControlKind, string>>;

export type ControlKind = 'pause' | 'resume' | 'message' | 'abort' | 'limits' | 'fork' | 'pin' | 'unpin' | StepInKind;

/** What is done to a run that goes on by itself, beside pausing and ending it. */
export type StepInKind = 'patch' | 'roll-back' | 'switch-strategy' | 'run-again' | 'accept';

/** Such a deed with what belongs to it. */
export type Deed =
  | { kind: 'pause' | 'resume' | 'abort' | 'run-again' | 'accept' }
  | { kind: 'roll-back'; iteration: number }
  | { kind: 'switch-strategy'; strategy: string }
  | { kind: 'patch'; diff: string };

/** What a deed would do to the run as it stands, or why the run would not take it. */
export type DeedEffect =
  | {
      taken: true;
      effects: readonly string[];
      findings: readonly { rule: string; path: string | null; line: number | null; message: string }[];
    }
  | { taken: false; why: string };

/** Asks the run itself what a deed would do. */
export type AskEffect = (deed: Deed) => Promise<DeedEffect>;

/** What a deed can be about. */
export type StepInChoices = {
  /** Iterations that were measured and kept, newest first. */
  kept: readonly { iteration: number; passed: number; total: number }[];
  strategy: string | null;
  /** Strategies other than the present one. */
  strategies: readonly string[];
};

/** What may be changed while a run is going. */
export type RunLimits = {
  maxIterations: number;
  targetPassRate: number;
  mode: string;
  /** Of the whole run, without the time that it waits; null for none. */
  timeoutMinutes: number | null;
  /** Every other number of the criteria by its name. */
  criteria: Readonly<Record<string, number>>;
};

/** An intervention as a person gave it. */
export type Intervention =
  | { kind: 'pause' | 'resume' | 'abort' | 'pin'; reason: string }
  | { kind: 'unpin' }
  | { kind: 'message'; text: string }
  | { kind: 'limits'; limits: RunLimits; reason: string }
  | { kind: 'fork'; seq: number; reason: string }
  /** `commandId` is chosen once per wish, `since` is the event that the person looked at. */
  | { kind: 'step-in'; deed: Deed; reason: string; commandId: string; since: number };

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

export type IterationStatus =
  | 'baseline'
  | 'running'
  | 'kept'
  | 'rolled back'
  | 'not built'
  | 'confirmation'
  | 'no result';

/** One iteration in the strip. */
export type IterationMark = {
  number: number;
  status: IterationStatus;
  passed: number | null;
  total: number | null;
  /** Passes gained or lost against the tree it started from. */
  change: number | null;
  /** Where a running iteration is, and since when. */
  state?: string | undefined;
  since?: number | undefined;
};

/** A point of the pass-rate chart; null where nothing was measured. */
export type RatePoint = {
  iteration: number;
  measured: number | null;
  /** Rate of the tree kept after the iteration: the series the criteria see. */
  kept: number | null;
  best: number | null;
  note?: string | undefined;
};

export type RateLines = { target: number; failure?: number | undefined; plateauWindow?: number | undefined };

export type TestStatus = 'passed' | 'failed' | 'error' | 'skipped' | 'not run';

/** One test over the iterations of a run; the letter at `i` belongs to `iterations[i]`, see `lib/heat/cell.ts`. */
export type TestHistory = { id: string; name: string; suite: string; cells: string };

/** One test in one iteration, its way through the run, and its last results in other runs of the project. */
export type TestInIteration = {
  name: string;
  suite: string;
  /** The newest first; none where it was not measured. */
  attempts: readonly {
    attempt: number;
    status: TestStatus;
    infrastructure: boolean;
    message: string | null;
    file: string | null;
    line: number | null;
    durationMs: number | null;
  }[];
  iterations: readonly number[];
  cells: string;
  elsewhere: readonly { run: number; href: string; status: TestStatus; at: number }[];
};

export type TestResultRow = {
  id: string;
  name: string;
  suite: string;
  status: TestStatus;
  before: TestStatus | null;
  /** Milliseconds, when the framework told them. */
  duration: number | null;
  message: string;
};

export type ResultTotals = { trouble: number; changed: number; all: number };

export type BuildMessage = {
  severity: 'error' | 'warning' | 'note';
  file: string;
  line: number | null;
  text: string;
};

export type BuildReport = {
  status: 'succeeded' | 'failed' | 'reused';
  command: string;
  exitCode: number | null;
  duration: number;
  messages: readonly BuildMessage[];
  logHref: string;
};

/** A rule of the criteria with the numbers it looked at. */
export type ChecklistRow = { rule: string; numbers: string; held: boolean | null; decisive: boolean };

/** `next` is empty where the verdict says it all. */
export type Decision = { verdict: string; tone: Tone; reason: string; next: string };

/** What a model says of a result. */
export type Judgement = { agent: string; confidence: number; reasoning: string };

export type Hypothesis = {
  summary: string;
  agent: string;
  /** From 0 to 1. */
  confidence: number | null;
  evidence: readonly EvidenceLink[];
  intent: string;
};

export type PolicyFinding = {
  rule: string;
  severity: 'block' | 'warn';
  message: string;
  file: string;
  /** Line in the new file; null for a finding on the whole file. */
  line: number | null;
};

/** Everything one iteration shows; parts that do not exist yet are null. */
/** A prepared patch that was looked at and refused. */
export type PassedOverPatch = { source: string; why: string; href: string };

export type IterationDetail = {
  mark: IterationMark;
  missing: MissingParts;
  hypothesis: Hypothesis | null;
  /** How the run goes about its goal; `because` is null for the way that it began with. */
  strategy: { name: string; because: string | null } | null;
  passedOver: readonly PassedOverPatch[];
  patch: { text: string; href: string; findings: readonly PolicyFinding[] } | null;
  build: BuildReport | null;
  /** The rows are the first of `totals.all`. */
  results: { rows: readonly TestResultRow[]; totals: ResultTotals; href: string } | null;
  judgement: Judgement | null;
  decision: Decision | null;
  checklist: readonly ChecklistRow[];
  /** The numbers that the criteria looked at, by their names. */
  numbers: readonly { name: string; value: number }[];
};

/** Why a part of an iteration is not there, a sentence each. */
export type MissingParts = { build: string; results: string; decision: string };

export type Artifact = {
  id: string;
  name: string;
  kind: string;
  iteration: number | null;
  size: number;
  digest: string;
  at: number;
  href: string;
};

export type FinalReport = {
  status: string;
  tone: Tone;
  reason: string;
  /** Whether its machine measures tests. */
  measures: boolean;
  /** What to look at next, each a sentence. */
  next: readonly string[];
  branch: string | null;
  patchHref: string | null;
  /** Brings the result into the reader's own checkout. */
  command: string | null;
  bestIteration: number | null;
  passRate: number | null;
  baseRate: number | null;
  duration: number;
  cost: string | null;
};

/** A transition that a reader went back to. */
export type Moment = { seq: number; at: number; to: string; reason: string; actor: string };

/** Something that a run's machine takes from people: an event of its `said`. */
export interface SaidToRun {
  readonly type: string;
  readonly fields?: Record<string, z.core.util.JSONType>;
  readonly reason?: string;
  /** The event that it was decided on, where a run that has moved on since shall refuse it. */
  readonly expectedSeq?: number;
}

/** Settles with the reason of a refusal, or with nothing when it was accepted. */
export type SayToRun = (said: SaidToRun) => Promise<string | undefined>;
