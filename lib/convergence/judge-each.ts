import type { Criteria } from './criteria.ts';
import { counted } from './format.ts';
import { checkGates, type Gate } from './gates.ts';
import type { StatedResult } from './iteration-result.ts';
import { confidenceThresholdOf, judgeSeries } from './judge-series.ts';
import type { Judgement } from './judgement.ts';

/** A completed iteration with its number in the run; a total of 0 stands for "no test ran". */
export interface Recorded {
  readonly iteration: number;
  readonly result: StatedResult;
  /** Gates that the run checked itself, the confidence aside; they stand in for what the result states. */
  readonly gates?: readonly Gate[];
}

/** The judgement after one iteration, on everything measured up to it. */
export interface JudgedRow extends Judgement {
  readonly iteration: number;
}

/**
 * Judges a recorded run after each of its iterations, oldest first. An iteration without tests enters no series. What a
 * result states of `regression_detected` and `confidence_score` is a gate before SUCCESS, as is a total that shrank; what it
 * leaves out is not applicable.
 */
export function judgeEach(
  recorded: readonly Recorded[],
  criteria: Criteria,
  maxIterations: number,
): readonly JudgedRow[] {
  const measured: StatedResult[] = [];
  return recorded.map(({ iteration, result, gates: checked }) => {
    const ranTests = result.total > 0;
    if (ranTests) measured.push(result);
    const vanished = ranTests ? vanishedIn(measured) : null;
    const stated = statedGates(result, vanished, confidenceThresholdOf(criteria));
    const gates = checked === undefined ? stated : [...checked, ...stated.filter(({ gate }) => gate === 'confidence')];
    const judgement = judgeSeries(ranTests ? measured : [], criteria, { iteration, maxIterations, gates });
    const untold = checked === undefined ? vanished : null;
    return { iteration, ...judgement, reason: withVanished(judgement.reason, untold) };
  });
}

/** How many tests fewer the latest result has than the largest before it; null for the first one. */
function vanishedIn(measured: readonly StatedResult[]): number | null {
  const last = measured.at(-1);
  if (last === undefined || measured.length < 2) return null;
  return measured.reduce((most, { total }) => Math.max(most, total), 0) - last.total;
}

/**
 * Whatever the verdict is, a total that shrank is told. A run that checked its own gates has compared the tests by name:
 * there, a total may also shrink because a crash that counted as a test is over.
 */
function withVanished(reason: string, vanished: number | null): string {
  if (vanished === null || vanished === 0 || reason.includes('vanished')) return reason;
  return `${reason}; ${counted(vanished, 'test')} vanished`;
}

function statedGates(
  { regression_detected, confidence_score }: StatedResult,
  vanished: number | null,
  threshold: number,
): readonly Gate[] {
  const regressions = regression_detected === true ? ['regression_detected is true'] : [];
  return checkGates(
    {
      measurement: null,
      regressions: regression_detected === undefined ? null : regressions,
      vanished,
      newWarnings: null,
      metrics: [],
      confidence: confidence_score ?? null,
      acceptance: null,
    },
    threshold,
  );
}
