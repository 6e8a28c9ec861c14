import type { Candidate } from '../mutate/candidate.ts';
import { removesBehaviour } from '../mutate/candidate.ts';

/** Why a candidate was given up, or that it was not. */
export type Fate = 'does not build' | 'breaks a test' | 'changes nothing' | 'hangs or crashes' | 'improves';

/** A candidate that was tried. */
export interface Tried {
  readonly candidate: Candidate;
  /** Its place in the order of trying, from 1. */
  readonly position: number;
  readonly fate: Fate;
  /** Tests that failed before and pass now. */
  readonly mended: readonly string[];
  /** Compiler warnings that the unchanged file does not have. */
  readonly newWarnings: number;
}

/**
 * What is proposed first among candidates that improve and break nothing: the most tests mended, no new warning, nothing
 * taken away, the likeliest. All of them are only plausible.
 */
export function bestFirst(improving: readonly Tried[]): Tried[] {
  return [...improving].sort(
    (a, b) =>
      b.mended.length - a.mended.length ||
      Number(a.newWarnings > 0) - Number(b.newWarnings > 0) ||
      Number(removesBehaviour(a.candidate)) - Number(removesBehaviour(b.candidate)) ||
      a.candidate.operators.length - b.candidate.operators.length ||
      b.candidate.priority - a.candidate.priority,
  );
}
