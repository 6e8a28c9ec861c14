import type { Push, SessionTree } from '#lib/activities/session.ts';
import type { JudgeSignal, JudgeSubject } from '#lib/sessions/judge.ts';
import type { BrainSessionInput, RetryOf } from './input.ts';

export type SessionOutcome = 'completed' | 'completed with warning' | 'aborted';

/** The states that a message of a person can come in, and that `REFINING` can go back to. */
export const interruptible = [
  'IDLE',
  'DEVELOPING',
  'REVIEWING',
  'LINTING',
  'TESTING',
  'COMMITTING',
  'DEPLOYING',
  'COMPLETING',
] as const;
export type Interruptible = (typeof interruptible)[number];

/** What the judge, a person or nobody said of the subject at hand. */
export interface Verdict {
  readonly signal: JudgeSignal;
  readonly reason: string;
  /** The judge's whole answer; null for a person's, which is `text`. */
  readonly answerId: string | null;
  readonly text: string;
}

/** A message of a person on its way to the session. */
export interface Refinement {
  /** Numbers of the messages that are rewritten together. */
  readonly first: number;
  readonly last: number;
  readonly from: Interruptible;
  readonly intent: 'develop' | 'deploy' | 'stay';
  /** What a yes is bound to; null until it was rewritten. */
  readonly shown: string | null;
}

/** The facts that decide. Conversations, judgements and outputs are rows and artifacts. */
export interface SessionContext {
  readonly settings: {
    readonly mode: BrainSessionInput['mode'];
    readonly limits: BrainSessionInput['limits'];
    readonly lint: boolean;
    readonly test: boolean;
    readonly deploy: 'never' | 'asked' | 'always';
    readonly rollBack: boolean;
  };
  /** Turns that the session was given. */
  readonly turn: number;
  readonly session: string | null;
  readonly deaths: number;
  /** What the session is told next. */
  readonly push: Push;
  /** The last turn was cut off before its end. */
  readonly cutOff: boolean;
  readonly tree: SessionTree;
  readonly replyId: string | null;
  readonly retries: Readonly<Record<RetryOf, number>>;
  /** The review at hand: the side that comes next and what was found so far. */
  readonly review: {
    readonly side: number;
    readonly found: number;
    /** Answers of the judge that name an issue. */
    readonly issues: readonly string[];
    /** What a person found, or what nobody could judge. */
    readonly text: string;
  };
  readonly judging: {
    readonly subject: JudgeSubject;
    readonly id: string | null;
    readonly attempt: number;
    readonly verdict: Verdict | null;
  };
  /** Checks that have passed since the session last changed something. */
  readonly passed: { readonly lint: boolean; readonly test: boolean; readonly committed: boolean };
  readonly messageId: string | null;
  readonly complaintId: string | null;
  readonly merging: string | null;
  /** Messages of people: how many there were, and how many the session has heard. */
  readonly messages: { readonly sent: number; readonly heard: number };
  readonly refinement: Refinement | null;
  readonly warnings: readonly string[];
  readonly outcome: SessionOutcome | null;
  readonly reason: string;
}

export const fresh = { subject: 'function', id: null, attempt: 0, verdict: null } as const;
export const unreviewed = { side: 0, found: 0, issues: [], text: '' } as const;
export const unchecked = { lint: false, test: false, committed: false } as const;

export function initialContext({ mode, limits, commands, deploy, attach }: BrainSessionInput): SessionContext {
  return {
    settings: {
      mode,
      limits,
      lint: commands.lint !== null,
      test: commands.test !== null,
      deploy: deploy?.when ?? 'never',
      rollBack: (deploy?.roll_back ?? null) !== null,
    },
    turn: 0,
    session: attach?.session ?? null,
    deaths: 0,
    push: { kind: 'init', ids: [], text: '' },
    cutOff: false,
    tree: { commit: null, work: null },
    replyId: null,
    retries: { review: 0, lint: 0, test: 0, commit: 0, deploy: 0 },
    review: unreviewed,
    judging: fresh,
    passed: unchecked,
    messageId: null,
    complaintId: null,
    merging: null,
    messages: { sent: 0, heard: 0 },
    refinement: null,
    warnings: [],
    outcome: null,
    reason: '',
  };
}
