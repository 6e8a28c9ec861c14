import { fisherOneSided } from './fisher.ts';
import { judgementOf, type Outcome } from './outcome.ts';

/** What a measurement was made with. */
export interface MeasuredWith {
  readonly outcome: Outcome;
  readonly board: string | null;
  readonly environment: string | null;
  readonly agent: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** When a difference counts as found, as pages state it. */
export const failsOnlyRule = { most: 0.01, fewestFailures: 3 } as const;

export const failsOnlyWords = `Fisher's exact test, one-sided, times the number of values that were compared (Bonferroni): at most ${failsOnlyRule.most}, with ${failsOnlyRule.fewestFailures} failures there at least.`;

const kinds = {
  board: ({ board }) => board,
  environment: ({ environment }) => environment,
  agent: ({ agent }) => agent,
  /** Of the day, in UTC. */
  hour: ({ at }) => `${String(new Date(at).getUTCHours()).padStart(2, '0')}:00 UTC`,
} as const satisfies Record<string, (measured: MeasuredWith) => string | null>;

export type Circumstance = keyof typeof kinds;

/** A circumstance under which a test fails more often than elsewhere, with its evidence. */
export interface FailsOnly {
  readonly kind: Circumstance;
  readonly value: string;
  readonly badHere: number;
  readonly allHere: number;
  readonly badElsewhere: number;
  readonly allElsewhere: number;
  /** Corrected for the number of comparisons. */
  readonly p: number;
  /** It never failed anywhere else. */
  readonly isOnly: boolean;
}

/**
 * Where a test fails and elsewhere does not: the circumstances that the statistic finds, the surest first. Where a test fails
 * under one circumstance alone, those that merely go together with it, such as the hour in which that board is free, are left out.
 */
export function failsOnly(history: readonly MeasuredWith[]): FailsOnly[] {
  const judged = history.filter(({ outcome }) => judgementOf(outcome) !== null);
  const compared = (Object.keys(kinds) as Circumstance[]).flatMap((kind) => countsBy(kind, judged));
  const found = compared
    .map((counts): FailsOnly => {
      const goodHere = counts.allHere - counts.badHere;
      const goodElsewhere = counts.allElsewhere - counts.badElsewhere;
      const p = Math.min(fisherOneSided({ ...counts, goodHere, goodElsewhere }) * compared.length, 1);
      return { ...counts, p, isOnly: counts.badElsewhere === 0 };
    })
    .filter(({ p, badHere }) => p <= failsOnlyRule.most && badHere >= failsOnlyRule.fewestFailures)
    .sort((one, other) => one.p - other.p);
  const only = found.filter(({ isOnly }) => isOnly);
  return only.length > 0 ? only : found;
}

/** Nothing to compare where there is one value only. */
function countsBy(kind: Circumstance, judged: readonly MeasuredWith[]): Omit<FailsOnly, 'p' | 'isOnly'>[] {
  const known = judged.flatMap((measured) => {
    const value = kinds[kind](measured);
    return value === null ? [] : [{ value, isBad: judgementOf(measured.outcome) === 'bad' }];
  });
  const bad = known.filter(({ isBad }) => isBad).length;
  const values = Map.groupBy(known, ({ value }) => value);
  if (values.size < 2) return [];
  return [...values].map(([value, here]) => {
    const badHere = here.filter(({ isBad }) => isBad).length;
    const elsewhere = { badElsewhere: bad - badHere, allElsewhere: known.length - here.length };
    return { kind, value, badHere, allHere: here.length, ...elsewhere };
  });
}
