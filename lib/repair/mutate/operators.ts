/** What is known of a kind of edit before anything is tried. */
export interface OperatorTraits {
  /** As part of a sentence: `another comparison`. */
  readonly says: string;
  /** How often such an edit is the fix, compared with the others; from 0 to 1. */
  readonly prior: number;
  /** Edits that take behaviour away pass tests too easily, and rank last among those that pass. */
  readonly removes: boolean;
}

/**
 * Every kind of edit. The priors are estimates of how bugs in C are mended in practice: comparisons, conditions and
 * off-by-one errors lead, what takes statements away comes last.
 */
export const operators = {
  relation: { says: 'another comparison', prior: 1, removes: false },
  'off-by-one': { says: 'one more or one less', prior: 0.8, removes: false },
  widen: { says: 'a wider type', prior: 0.8, removes: false },
  logic: { says: 'and for or', prior: 0.75, removes: false },
  arithmetic: { says: 'another arithmetic operator', prior: 0.75, removes: false },
  'wrong-variable': { says: 'another variable of the same type', prior: 0.6, removes: false },
  'wrong-field': { says: 'another field of the same type', prior: 0.65, removes: false },
  constant: { says: 'another constant', prior: 0.65, removes: false },
  bitwise: { says: 'another bit operator', prior: 0.65, removes: false },
  negation: { says: 'the condition the other way round', prior: 0.65, removes: false },
  wrap: { says: 'a value taken around the end of its ring', prior: 0.65, removes: false },
  range: { says: 'a range that may run past its end', prior: 0.65, removes: false },
  signedness: { says: 'the other signedness', prior: 0.5, removes: false },
  cast: { says: 'another cast', prior: 0.5, removes: false },
  precedence: { says: 'another order of evaluation', prior: 0.6, removes: false },
  assignment: { says: 'another assignment operator', prior: 0.45, removes: false },
  'missing-break': { says: 'a break at the end of a case', prior: 0.7, removes: false },
  'missing-start': { says: 'a value at the start', prior: 0.55, removes: false },
  'swapped-arguments': { says: 'arguments in another order', prior: 0.55, removes: false },
  'swapped-operands': { says: 'operands in another order', prior: 0.45, removes: false },
  callee: { says: 'another function of the same signature', prior: 0.5, removes: false },
  'missing-clause': { says: 'one more clause in a condition', prior: 0.9, removes: false },
  'null-check': { says: 'a check for a null pointer', prior: 0.45, removes: false },
  'bounds-check': { says: 'a check of bounds', prior: 0.65, removes: false },
  'missing-guard': { says: 'a guard before a statement', prior: 0.35, removes: false },
  'other-result': { says: 'another result', prior: 0.35, removes: false },
  'missing-statement': { says: 'a statement that similar code has', prior: 0.3, removes: false },
  'moved-statement': { says: 'two statements in another order', prior: 0.35, removes: false },
  'dropped-clause': { says: 'a condition without one of its clauses', prior: 0.4, removes: true },
  'dropped-guard': { says: 'a statement without its condition', prior: 0.2, removes: true },
  'early-return': { says: 'an early return', prior: 0.15, removes: true },
  'deleted-statement': { says: 'without a statement', prior: 0.15, removes: true },
} as const satisfies Record<string, OperatorTraits>;

export type Operator = keyof typeof operators;
