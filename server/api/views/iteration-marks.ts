import type { IterationRate } from '#server/store/pages/iteration-rates.ts';
import { defined } from './defined.ts';
import { rateOf, totalOf } from './run-summary.ts';

type Status = 'baseline' | 'running' | 'kept' | 'rolled back' | 'not built' | 'confirmation' | 'no result';

/** The strip of iterations: what each brought against the tree it started from. */
export function iterationMarks(
  rates: readonly IterationRate[],
  now: { iteration: number; state: string; ended: boolean; past?: boolean },
) {
  let kept: number | null = null;
  return rates.map((rate) => {
    const from = kept;
    const running = !now.ended && rate.iteration === now.iteration;
    const status = statusOf(rate, running);
    if (rate.passed !== null && rate.kept !== false) kept = rate.passed;
    return defined({
      number: rate.iteration,
      version: rate.version,
      result: rate.result,
      status,
      passed: rate.passed,
      total: rate.passed === null ? null : totalOf(rate),
      change: rate.passed === null || from === null ? null : rate.passed - from,
      state: running ? now.state : undefined,
      // A clock that runs would tell of now.
      since: running && now.past !== true ? rate.beganAt : undefined,
    });
  });
}

function statusOf(rate: IterationRate, running: boolean): Status {
  if (rate.built === false) return 'not built';
  if (running && rate.kept === null) return 'running';
  if (rate.iteration === 0) return 'baseline';
  if (rate.kept === false) return 'rolled back';
  if (rate.intent === 'confirm') return 'confirmation';
  return rate.kept === null ? 'no result' : 'kept';
}

/** The chart: what was measured, what the criteria saw, and the best so far. */
export function ratePoints(rates: readonly IterationRate[]) {
  let kept: number | null = null;
  let best: number | null = null;
  return rates.map((rate) => {
    const measured = rateOf(rate);
    if (measured !== null && rate.kept !== false) kept = measured;
    if (measured !== null) best = Math.max(best ?? 0, measured);
    return defined({ iteration: rate.iteration, measured, kept, best, note: noteOf(rate) });
  });
}

function noteOf(rate: IterationRate): string | undefined {
  if (rate.built === false) return 'did not build';
  if (rate.kept === false) return `rolled back to iteration ${rate.rolledBackTo ?? 0}`;
  return rate.intent === 'confirm' ? 'confirmation' : undefined;
}
