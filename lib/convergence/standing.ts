import { type Condition, number, unmet } from './condition.ts';
import { failedGates, type Gate } from './gates.ts';
import { conclude, type Judgement } from './judgement.ts';

/** Where the run stands when it is judged. */
export interface Standing {
  /** Number of the iteration just completed, from 1: the run's own, also where some iterations measured nothing. */
  readonly iteration: number;
  readonly maxIterations: number;
  /** Gates that were checked; one that does not hold withholds SUCCESS. Absent: not checked here. */
  readonly gates?: readonly Gate[];
}

/** An iteration that ran no test is neither 0 % nor 100 %: only the limit can end the run. */
export function judgeNothingMeasured({ iteration, maxIterations }: Standing): Judgement {
  const limit = number('iteration', iteration, '>=', 'max_iterations', maxIterations);
  const nothing = unmet('no test ran, so there is nothing to judge');
  return conclude([{ name: 'TIMEOUT', outcome: 'TIMEOUT', conditions: [limit] }], { pass_rate: null }, [
    nothing,
    limit,
  ]);
}

/** A condition that fails for each gate that does not hold; none when all do. */
export function gatesHold({ gates = [] }: Standing): readonly Condition[] {
  return failedGates(gates).map(({ gate, reason }) => unmet(`gate ${gate} does not hold: ${reason}`));
}
