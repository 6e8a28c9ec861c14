import { percent, plain } from './format.ts';

/** One comparison of a rule: whether it holds, and its numbers as a true sentence either way. */
export interface Condition {
  readonly holds: boolean;
  /** States what was found, for example `pass_rate 80.00% < target_pass_rate 100.00%`. */
  readonly text: string;
}

export type Operator = '>=' | '>' | '<=' | '<';

/**
 * Numbers closer than this are equal. |1.00 − 0.98| is 0.020000000000000018 in binary, yet a threshold of 2 % means to
 * include it; two real pass rates differ by less only above thirty thousand tests on both sides.
 */
const EPSILON = 1e-9;

const operators = {
  '>=': (left, right) => left >= right - EPSILON,
  '>': (left, right) => left > right + EPSILON,
  '<=': (left, right) => left <= right + EPSILON,
  '<': (left, right) => left < right - EPSILON,
} satisfies Record<Operator, (left: number, right: number) => boolean>;

const opposites = { '>=': '<', '>': '<=', '<=': '>', '<': '>=' } satisfies Record<Operator, Operator>;

/** Compares two numbers, with differences below 1e-9 counting as none, so that a decimal threshold behaves as it reads. */
export function compares(left: number, operator: Operator, right: number): boolean {
  return operators[operator](left, right);
}

/** A named value against a named limit, both rates between 0 and 1 and shown in percent. */
export function rate(name: string, value: number, operator: Operator, limitName: string, limit: number): Condition {
  return compared(name, value, operator, limitName, limit, percent);
}

/** A named value against a named limit, both plain numbers: counts, scores, minutes. */
export function number(name: string, value: number, operator: Operator, limitName: string, limit: number): Condition {
  return compared(name, value, operator, limitName, limit, plain);
}

/** A fact that is not a comparison, with a sentence for each answer. */
export function fact(holds: boolean, whenTrue: string, whenFalse: string): Condition {
  return { holds, text: holds ? whenTrue : whenFalse };
}

/** A condition that fails, for the reason given. */
export function unmet(text: string): Condition {
  return { holds: false, text };
}

function compared(
  name: string,
  value: number,
  operator: Operator,
  limitName: string,
  limit: number,
  show: (value: number) => string,
): Condition {
  const holds = compares(value, operator, limit);
  return {
    holds,
    text: `${name} ${show(value)} ${holds ? operator : opposites[operator]} ${limitName} ${show(limit)}`,
  };
}
