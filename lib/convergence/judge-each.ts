import type { Criteria } from './criteria.ts';
import { checkGates, type Gate } from './gates.ts';
import type { StatedResult } from './iteration-result.ts';
import { confidenceThresholdOf, judgeSeries } from './judge-series.ts';
import type { Judgement } from './judgement.ts';

/** A completed iteration with its number in the run; a total of 0 stands for "no test ran". */
export interface Recorded {
  readonly iteration: number;
  readonly result: StatedResult;
}

/** The judgement after one iteration, on everything measured up to it. */
export interface JudgedRow extends Judgement {
  readonly iteration: number;
}

/**
 * Judges a recorded run after each of its iterations, oldest first. An iteration without tests enters no series. What a
 * result states of `regression_detected` and `confidence_score` is a gate before SUCCESS; what it leaves out is not
 * applicable.
 */
export function judgeEach(
  recorded: readonly Recorded[],
  criteria: Criteria,
  maxIterations: number,
): readonly JudgedRow[] {
  const measured: StatedResult[] = [];
  return recorded.map(({ iteration, result }) => {
    const ranTests = result.total > 0;
    if (ranTests) measured.push(result);
    const gates = statedGates(result, confidenceThresholdOf(criteria));
    return { iteration, ...judgeSeries(ranTests ? measured : [], criteria, { iteration, maxIterations, gates }) };
  });
}

function statedGates({ regression_detected, confidence_score }: StatedResult, threshold: number): readonly Gate[] {
  const regressions = regression_detected === true ? ['regression_detected is true'] : [];
  return checkGates(
    {
      measurement: null,
      regressions: regression_detected === undefined ? null : regressions,
      newWarnings: null,
      metrics: [],
      confidence: confidence_score ?? null,
      acceptance: null,
    },
    threshold,
  );
}
