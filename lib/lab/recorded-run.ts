import { compares } from '#lib/convergence/condition.ts';
import type { Criteria } from '#lib/convergence/criteria.ts';
import { type Counts, passRate } from '#lib/convergence/formulas.ts';
import type { Gate } from '#lib/convergence/gates.ts';
import type { StatedResult } from '#lib/convergence/iteration-result.ts';
import type { Recorded } from '#lib/convergence/judge-each.ts';
import type { Verdict } from '#lib/convergence/judgement.ts';
import type { ExecutionMode } from '#lib/convergence/plateau.ts';

/** What a run wrote down of one iteration; 0 is the base. */
export interface RecordedIteration {
  readonly iteration: number;
  readonly intent: string;
  /** Tests of the goal; null where none ran. */
  readonly goal: { readonly passed: number; readonly failed: number; readonly errors: number } | null;
  /** The iteration whose tree was gone back to; null when this iteration's own was kept. */
  readonly rolledBackTo: number | null;
  readonly regressions: number;
  /** Confidence in the measurement, 0 to 1. */
  readonly confidence: number | null;
  readonly failedGates: readonly { readonly gate: string; readonly reason: string }[];
  readonly verdict: Verdict | null;
  /** Why the loop was found to go in circles, whatever the criteria. */
  readonly circling: string | null;
  readonly testMs: number;
  readonly buildMs: number;
  readonly boardMinutes: number;
}

/** A run as it was recorded, oldest iteration first. */
export interface RecordedRun {
  readonly mode: ExecutionMode;
  /** Null while it goes on. */
  readonly outcome: string | null;
  readonly iterations: readonly RecordedIteration[];
}

/** The tree that was kept after each iteration, as the criteria see it. An iteration without tests has a total of 0. */
export function keptSeries(iterations: readonly RecordedIteration[]): Recorded[] {
  const byIteration = new Map(iterations.map((one) => [one.iteration, one]));
  return iterations.map((one) => {
    const kept = one.rolledBackTo === null ? one : (byIteration.get(one.rolledBackTo) ?? one);
    return { iteration: one.iteration, result: resultOf(one, kept), gates: gatesOf(one) };
  });
}

function resultOf(measured: RecordedIteration, kept: RecordedIteration): StatedResult {
  if (measured.goal === null) return { passed: 0, total: 0 };
  const { passed, total } = countsOf(kept) ?? { passed: 0, total: 0 };
  return {
    passed,
    total,
    error_count: Math.min(measured.goal.errors, total - passed),
    execution_time: Math.round(measured.testMs / 1_000),
    ...(kept.regressions > 0 && { regression_detected: true }),
    ...(measured.confidence !== null && { confidence_score: measured.confidence }),
  };
}

/** A gate that held in the record holds; confidence is weighed anew, as its threshold belongs to the criteria. */
function gatesOf({ failedGates }: RecordedIteration): Gate[] {
  return failedGates
    .filter(({ gate }) => gate !== 'confidence')
    .map(({ gate, reason }) => ({ gate, held: false as const, reason }));
}

export function countsOf({ goal }: RecordedIteration): Counts | null {
  return goal === null ? null : { passed: goal.passed, total: goal.passed + goal.failed + goal.errors };
}

/** Whether a kept result is at the target of the criteria. */
export function isAtTarget({ result }: Recorded, criteria: Criteria): boolean {
  return result.total > 0 && compares(passRate(result), '>=', criteria.target_pass_rate);
}
