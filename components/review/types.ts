import type { IterationMark } from '#components/run/iteration-types.ts';
import type { Decision } from '#lib/review/decision.ts';
import type { Foreseen } from '#lib/review/foresee.ts';

/** What a person may decide in a review. */
export type ReviewVerdict =
  | 'continue'
  | 'switch-strategy'
  | 'roll-back-to-best'
  | 'roll-back-to-base'
  | 'run-again'
  | 'accept'
  | 'give-up';

/** A run that waits for a person. */
export type Review = {
  /** What stopped it. */
  why: string;
  /** When it ends unanswered, epoch milliseconds; null when it may stay open. */
  dueAt: number | null;
  /** The end it then takes. */
  unanswered: string | null;
  iterationsLeft: number;
  best: { iteration: number; passed: number; total: number } | null;
  strategy: string;
  /** Strategies other than the present one. */
  strategies: readonly string[];
  /** What the run takes now. */
  taken: readonly ReviewVerdict[];
};

/** A verdict as a person gave it. */
export type GivenVerdict = { verdict: ReviewVerdict; reason: string; hint?: string; strategy?: string };

/** One review as the queue lists it. Times in epoch milliseconds. */
export type ReviewInQueue = {
  id: string;
  number: number;
  project: string;
  runNumber: number;
  goal: string;
  iteration: number;
  why: string;
  openedAt: number;
  dueAt: number | null;
  closedAt: number | null;
  approvals: number;
  approved: number;
  assignees: readonly string[];
};

/** A line of the discussion. */
export type DiscussionEntry = {
  id: number;
  kind: string;
  by: string;
  text: string;
  data: { readonly [field: string]: unknown };
  at: number;
};

/** A verdict that somebody has given and that may need more approvals. */
export type Proposal = {
  id: string;
  by: string;
  /** What it is, as it follows "proposes to". */
  words: string;
  reason: string;
  digest: string;
  carries: boolean;
  approvedBy: readonly string[];
};

/** Something that can be decided, with what the machine says it would do now. */
export type VerdictOption = { decision: Decision; foreseen: Foreseen };

/** What a verdict is chosen from. */
export type Situation = {
  options: readonly VerdictOption[];
  iterationsLeft: number;
  best: { iteration: number; passed: number; total: number } | null;
  strategy: string;
};

/** A verdict as it leaves the form. */
export type VerdictGiven = { decision: Decision; reason: string; carry: boolean };

/** What an iteration tried. */
export type TriedIteration = {
  mark: IterationMark;
  hypothesis: string | null;
  strategy: string | null;
  hasPatch: boolean;
  judgement: string | null;
  regressions: number | null;
};

/** Some of the tests of a list, and how many there are. */
export type TestList = {
  total: number;
  tests: readonly {
    id: string;
    name: string;
    suite: string;
    message: string | null;
    failed: number;
    measured: number;
  }[];
};

/** An ended run that was stuck on much the same tests. */
export type SimilarRun = {
  number: number;
  href: string;
  outcome: string;
  reason: string;
  iteration: number;
  iterations: number;
  patchHref: string | null;
  likeness: { tests: number; messages: number };
  verdicts: readonly { by: string; event: string; reason: string }[];
};
