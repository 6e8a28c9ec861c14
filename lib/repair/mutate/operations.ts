import { constants, offByOne, wraps } from './operations/amounts.ts';
import { addedClauses, branches, droppedClauses, joints, negations } from './operations/conditions.ts';
import { checks, guards } from './operations/guards.ts';
import { callees, fields, results, swappedArguments, swappedOperands, variables } from './operations/names.ts';
import { precedence } from './operations/precedence.ts';
import { ranges } from './operations/ranges.ts';
import { borrowed, deletions, earlyReturns, missingBreaks, missingStarts, moves } from './operations/statements.ts';
import { assignmentTokens, binaryTokens, updateOrder } from './operations/tokens.ts';
import { casts, clamps, declaredTypes } from './operations/types.ts';
import type { Operation } from './place.ts';

/** Everything that is tried at a place. */
export const operations: readonly Operation[] = [
  binaryTokens,
  assignmentTokens,
  updateOrder,
  offByOne,
  constants,
  wraps,
  variables,
  fields,
  callees,
  swappedArguments,
  swappedOperands,
  results,
  joints,
  negations,
  branches,
  droppedClauses,
  addedClauses,
  guards,
  checks,
  deletions,
  moves,
  missingBreaks,
  missingStarts,
  borrowed,
  earlyReturns,
  declaredTypes,
  casts,
  clamps,
  precedence,
  ranges,
];
