import type { RecordedRun } from './recorded-run.ts';
import type { Replay } from './replay.ts';

/** What other criteria would have changed for a recorded run. Savings are null where what comes next is unknown. */
export interface Comparison extends Replay {
  readonly change: 'same' | 'earlier' | 'success lost' | 'unknown';
  readonly iterationsSaved: number | null;
  readonly boardMinutesSaved: number | null;
  /** Time of builds and tests that would not have been run, milliseconds. */
  readonly workMsSaved: number | null;
}

/** Sets a replay beside the record that it was made from. */
export function compare(run: RecordedRun, replayed: Replay): Comparison {
  if (replayed.kind !== 'ends')
    return { ...replayed, change: 'unknown', iterationsSaved: null, boardMinutesSaved: null, workMsSaved: null };
  const spared = run.iterations.filter(({ iteration }) => iteration > replayed.iteration);
  const lost = run.outcome === 'SUCCESS' && replayed.verdict !== 'SUCCESS' && spared.length > 0;
  return {
    ...replayed,
    change: lost ? 'success lost' : spared.length > 0 ? 'earlier' : 'same',
    iterationsSaved: spared.length,
    boardMinutesSaved: sum(spared.map(({ boardMinutes }) => boardMinutes)),
    workMsSaved: sum(spared.map(({ buildMs, testMs }) => buildMs + testMs)),
  };
}

/** What it comes to over many runs; of runs whose replay is unknown nothing is added. */
export interface Totals {
  readonly runs: number;
  readonly changes: Readonly<Record<Comparison['change'], number>>;
  readonly recordedIterations: number;
  readonly iterationsSaved: number;
  readonly boardMinutesSaved: number;
  readonly workMsSaved: number;
  readonly recordedSuccesses: number;
}

export function totalsOf(pairs: readonly { readonly run: RecordedRun; readonly comparison: Comparison }[]): Totals {
  const changes = { same: 0, earlier: 0, 'success lost': 0, unknown: 0 };
  for (const { comparison } of pairs) changes[comparison.change] += 1;
  return {
    runs: pairs.length,
    changes,
    recordedIterations: sum(pairs.map(({ run }) => run.iterations.filter(({ iteration }) => iteration > 0).length)),
    iterationsSaved: sum(pairs.map(({ comparison }) => comparison.iterationsSaved ?? 0)),
    boardMinutesSaved: sum(pairs.map(({ comparison }) => comparison.boardMinutesSaved ?? 0)),
    workMsSaved: sum(pairs.map(({ comparison }) => comparison.workMsSaved ?? 0)),
    recordedSuccesses: pairs.filter(({ run }) => run.outcome === 'SUCCESS').length,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
