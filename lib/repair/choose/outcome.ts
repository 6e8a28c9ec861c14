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
  /** Of the lines that passing tests execute, the share that they still do, from 0 to 1; not known where it is not there. */
  readonly keptBehaviour?: number;
}

/**
 * What is proposed first among candidates that improve and break nothing: the most tests mended, no new warning, nothing
 * taken away, what passing tests do changed the least, the smallest, the likeliest. All of them are only plausible.
 */
export function bestFirst(improving: readonly Tried[]): Tried[] {
  return [...improving].sort(
    (a, b) =>
      b.mended.length - a.mended.length ||
      Number(a.newWarnings > 0) - Number(b.newWarnings > 0) ||
      Number(removesBehaviour(a.candidate)) - Number(removesBehaviour(b.candidate)) ||
      hundredths(b.keptBehaviour) - hundredths(a.keptBehaviour) ||
      a.candidate.operators.length - b.candidate.operators.length ||
      b.candidate.priority - a.candidate.priority,
  );
}

/** Less than a hundredth is noise: a few lines more or less in a log. */
function hundredths(share = 1): number {
  return Math.round(share * 100);
}

/** What speaks against a candidate that improves, a clause each. */
export function doubtsOf({ candidate, newWarnings, keptBehaviour = 1 }: Tried): string[] {
  return [
    ...(removesBehaviour(candidate) ? ['it takes behaviour away'] : []),
    ...(newWarnings > 0 ? ['the compiler warns of it'] : []),
    ...(hundredths(keptBehaviour) < 100
      ? [`passing tests no longer execute ${100 - hundredths(keptBehaviour)} % of what they did`]
      : []),
  ];
}
