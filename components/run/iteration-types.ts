import type { Tone } from '#components/ui/tone.ts';
import type { ResultTotals, TestResultRow } from './test-types.ts';
import type { EvidenceLink } from './trace-types.ts';

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

/** A prepared patch that was looked at and refused. */
export type PassedOverPatch = { source: string; why: string; href: string };

/** What the rules of retention may take from an iteration. */
export type RemovablePart = 'patch' | 'build' | 'results';

/** Everything one iteration shows; parts that do not exist yet are null. */
export type IterationDetail = {
  mark: Pick<IterationMark, 'number' | 'status' | 'passed' | 'total'>;
  missing: MissingParts;
  hypothesis: Hypothesis | null;
  /** How the run goes about its goal; `because` is null for the way that it began with. */
  strategy: { name: string; because: string | null } | null;
  passedOver: readonly PassedOverPatch[];
  patch: { text: string; href: string; findings: readonly PolicyFinding[] } | null;
  build: BuildReport | null;
  /** The rows are the first of `totals.all`. */
  results: { rows: readonly TestResultRow[]; totals: ResultTotals; href: string } | null;
  /** What there was, and the rules of retention have removed. */
  removed: Readonly<Record<RemovablePart, boolean>>;
  judgement: Judgement | null;
  decision: Decision | null;
  checklist: readonly ChecklistRow[];
  /** The numbers that the criteria looked at, by their names. */
  numbers: readonly { name: string; value: number }[];
};

/** Why a part of an iteration is not there, a sentence each. */
export type MissingParts = { build: string; results: string; decision: string };
