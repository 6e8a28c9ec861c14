import type { Tried } from '../choose/outcome.ts';
import { type Operator, operators } from './operators.ts';

/** What became of candidates of one kind of edit. */
export interface OperatorRecord {
  readonly operator: string;
  readonly tried: number;
  /** Of those: did not build. */
  readonly unbuilt: number;
  /** Of those: mended a test and broke none. */
  readonly improved: number;
}

export type Priors = Readonly<Record<Operator, number>>;

/** Candidates that helped for which the estimate of `operators.ts` stands: as many more weigh as much as it does. */
const estimateWeight = 20;
/** Past searches tried what was thought likely, on other code: they move an estimate by this factor at most. */
const mostChange = 1.25;

const names = Object.keys(operators) as Operator[];

/** How likely each kind of edit is to help: the estimates, moved by what helped in past searches. */
export function learnedPriors(records: readonly OperatorRecord[]): Priors {
  const known = new Map(records.map((record) => [record.operator, record]));
  const all = names.flatMap((name) => known.get(name) ?? []);
  const improved = all.reduce((sum, one) => sum + one.improved, 0);
  const expected = names.reduce((sum, name) => sum + operators[name].prior * (known.get(name)?.tried ?? 0), 0);
  // How often a candidate of a kind with the estimate 1 helps, if the estimates were right.
  const unit = expected === 0 ? 0 : improved / expected;
  const prior = (name: Operator): number => {
    const estimate = operators[name].prior;
    const record = known.get(name);
    if (record === undefined || unit === 0) return estimate;
    const change = (record.improved + estimateWeight) / (record.tried * estimate * unit + estimateWeight);
    return estimate * Math.min(Math.max(change, 1 / mostChange), mostChange);
  };
  return Object.fromEntries(names.map((name) => [name, prior(name)])) as Record<Operator, number>;
}

/** What a search leaves for later ones. */
export function recordsOf(tried: readonly Tried[]): OperatorRecord[] {
  const records = new Map<Operator, OperatorRecord>();
  for (const { candidate, fate } of tried) {
    for (const operator of new Set(candidate.operators)) {
      const before = records.get(operator) ?? { operator, tried: 0, unbuilt: 0, improved: 0 };
      records.set(operator, {
        operator,
        tried: before.tried + 1,
        unbuilt: before.unbuilt + Number(fate === 'does not build'),
        improved: before.improved + Number(fate === 'improves'),
      });
    }
  }
  return [...records.values()].sort((a, b) => a.operator.localeCompare(b.operator));
}
