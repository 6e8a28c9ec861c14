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
