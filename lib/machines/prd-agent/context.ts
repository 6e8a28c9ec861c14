import type { PrdOutline } from '#lib/activities/prd.ts';
import type { TaskStatus } from '#lib/prd/states.ts';
import type { PrdAgentInput } from './input.ts';

/** How a session ends: archived, given up before it began, back at the last checkpoint, or never planned. */
export const prdOutcomes = ['archived', 'cancelled', 'rolled back', 'failed', 'aborted'] as const;
export type PrdOutcome = (typeof prdOutcomes)[number];

/** What stands in the way. */
export interface Trouble {
  readonly what: 'task' | 'archive';
  /** The verify command that failed, counted from 0; null when it is not one of them. */
  readonly command: number | null;
  readonly message: string;
}

/** What `EXECUTING` does once it is entered. */
export type Doing = 'begin' | 'next' | 'verify' | 'keep' | 'mend' | 'drop';

/** The facts that decide. Documents, diffs and outputs are artifacts and records. */
export interface PrdContext {
  readonly settings: Pick<PrdAgentInput, 'mode' | 'limits'>;
  readonly requirement: string;
  /** Tries of the planning, or of the archiving, that failed. */
  readonly tries: number;
  /** How often a person has had the document changed. */
  readonly modifications: number;
  readonly prd: PrdOutline | null;
  readonly statuses: readonly TaskStatus[];
  /** The task in hand, counted from 0; the number of tasks when none is left. */
  readonly at: number;
  readonly doing: Doing;
  /** Which automatic fix in a row is being tried; 0 outside of `AUTO_FIX`. */
  readonly attempts: number;
  /** Automatic fixes of the task in hand; a person's way out begins the count anew. */
  readonly fixes: number;
  /** All of them. */
  readonly allFixes: number;
  /** How often the playbook has answered for a person since the task was begun. */
  readonly answers: number;
  readonly failure: Trouble | null;
  /** What the tree holds: the commit of the last change, and how many were made. */
  readonly tree: { readonly commit: string | null; readonly n: number };
  readonly checkpoint: { readonly name: string; readonly commit: string } | null;
  /** The commit that holds the archive; null until there is one. */
  readonly archive: string | null;
  readonly outcome: PrdOutcome | null;
  readonly reason: string;
}

export function initialContext({ mode, limits, requirement }: PrdAgentInput): PrdContext {
  return {
    settings: { mode, limits },
    requirement: requirement.slice(0, 1_000),
    tries: 0,
    modifications: 0,
    prd: null,
    statuses: [],
    at: 0,
    doing: 'begin',
    attempts: 0,
    fixes: 0,
    allFixes: 0,
    answers: 0,
    failure: null,
    tree: { commit: null, n: 0 },
    checkpoint: null,
    archive: null,
    outcome: null,
    reason: '',
  };
}
