/** One line of the table. */
export interface Figure {
  readonly what: string;
  /** With its unit. */
  readonly value: string;
  /** With its unit; empty for a figure that only explains another. */
  readonly target: string;
  /** Null for a figure without a target, and for one that could not be taken. */
  readonly holds: boolean | null;
}

/** A measurement that can be taken alone: `npm run bench -- NAME`. */
export interface Bench {
  readonly does: string;
  readonly run: (say: (line: string) => void) => Promise<readonly Figure[]>;
}

/** A figure with an upper limit, in the given unit. */
export function atMost(what: string, value: number, limit: number, unit: string, digits = 2): Figure {
  return {
    what,
    value: `${value.toFixed(digits)} ${unit}`,
    target: `≤ ${limit} ${unit}`,
    holds: value <= limit,
  };
}

/** A figure with a lower limit, in the given unit. */
export function atLeast(what: string, value: number, limit: number, unit: string, digits = 2): Figure {
  return {
    what,
    value: `${value.toFixed(digits)} ${unit}`,
    target: `≥ ${limit} ${unit}`,
    holds: value >= limit,
  };
}

/** A figure that only explains another. */
export function plainFigure(what: string, value: string): Figure {
  return { what, value, target: '', holds: null };
}
