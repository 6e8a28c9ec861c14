import type { Criteria } from '#lib/convergence/criteria.ts';
import { judgeEach, type Recorded } from '#lib/convergence/judge-each.ts';
import type { Verdict } from '#lib/convergence/judgement.ts';
import type { ExecutionMode } from '#lib/convergence/plateau.ts';
import { isAtTarget, keptSeries, type RecordedIteration, type RecordedRun } from './recorded-run.ts';

/**
 * Where a recorded run would have gone under other criteria:
 *
 * - `ends`: it ends at `iteration` with `verdict`.
 * - `hands over`: a person is asked or another strategy begins at `iteration`; what they make of it is unknown.
 * - `unknown`: it goes on after `iteration` in a way that the record does not have.
 */
export interface Replay {
  readonly kind: 'ends' | 'hands over' | 'unknown';
  readonly iteration: number;
  readonly verdict: Verdict | null;
  /** A sentence with the numbers that decided, or with what is not known. */
  readonly reason: string;
}

/** Replays a recorded run under other criteria, iteration by iteration. Nothing is guessed beyond what was measured. */
export function replay(run: RecordedRun, criteria: Criteria, maxIterations: number): Replay {
  const { mode, iterations } = run;
  const series = keptSeries(iterations);
  let judged = judgedFrom(0);
  for (const [at, entry] of iterations.entries()) {
    const next = iterations[at + 1];
    const confirms = isAtGoal(series[at], criteria);
    const found = verdictAt(entry, judged.get(entry.iteration));
    if (found.verdict === null) {
      const surprise = next === undefined ? null : surpriseOf(entry, next, confirms);
      if (surprise !== null) return unknownAfter(entry, surprise);
    } else if (found.verdict === 'TIMEOUT' && confirms && entry.intent !== 'confirm') {
      // The last iteration allowed is the first at the target: one confirmation is run beyond the limit.
      if (next?.intent !== 'confirm') return unknownAfter(entry, notConfirmed);
    } else if (!handedOver[mode].some((verdict) => verdict === found.verdict)) {
      return { kind: 'ends', iteration: entry.iteration, ...found };
    } else if (next === undefined || !tookOver(entry)) {
      return { kind: 'hands over', iteration: entry.iteration, ...found };
    } else {
      judged = judgedFrom(at + 1);
    }
  }
  return goesOn(run);

  /** Judgements by iteration. A base enters the series only where it already meets the target. */
  function judgedFrom(from: number) {
    const seen = series.slice(from).filter((one) => one.iteration > 0 || isAtTarget(one, criteria));
    return new Map(judgeEach(seen, criteria, maxIterations).map((row) => [row.iteration, row]));
  }
}

type Found = Pick<Replay, 'verdict' | 'reason'>;

/** The base ends nothing; a loop that goes in circles has plateaued under any criteria. */
function verdictAt({ iteration, circling }: RecordedIteration, row: Found | undefined): Found {
  if (iteration === 0 || row === undefined) return { verdict: null, reason: '' };
  if (row.verdict === null && circling !== null) return { verdict: 'PLATEAUED', reason: circling };
  return { verdict: row.verdict, reason: row.reason };
}

/** Verdicts that hand a run to a person or to another strategy, by mode; every other one ends it. */
const handedOver = {
  interactive: ['PLATEAUED', 'CONVERGED_WITH_IMPROVEMENT'],
  ci: [],
  auto: ['PLATEAUED'],
} as const satisfies Record<ExecutionMode, readonly Verdict[]>;

/** Whether a person or another strategy took over in the record here, and the windows began anew. */
function tookOver({ verdict }: RecordedIteration): boolean {
  return verdict === 'PLATEAUED' || verdict === 'CONVERGED_WITH_IMPROVEMENT';
}

/** At the target with every gate holding there is nothing to patch: the next iteration confirms. */
function isAtGoal(entry: Recorded | undefined, criteria: Criteria): boolean {
  return entry !== undefined && isAtTarget(entry, criteria) && (entry.gates ?? []).length === 0;
}

const notConfirmed = 'the target is met for the first time, and the record has no confirmation of it';

/** Why the next recorded iteration is not the one that these criteria would have run; null when it is. */
function surpriseOf(entry: RecordedIteration, next: RecordedIteration, confirms: boolean): string | null {
  if (tookOver(entry)) return `in the record ${entry.verdict} led another way here`;
  if (confirms && next.intent !== 'confirm') return notConfirmed;
  if (!confirms && next.intent === 'confirm')
    return 'the record only confirms from here, where these criteria go on patching';
  return null;
}

function unknownAfter({ iteration }: RecordedIteration, why: string): Replay {
  return { kind: 'unknown', iteration, verdict: null, reason: `unknown after iteration ${iteration}: ${why}` };
}

function goesOn({ outcome, iterations }: RecordedRun): Replay {
  const iteration = iterations.at(-1)?.iteration ?? 0;
  const end = outcome === null ? 'the record ends' : `the record ends with ${outcome}`;
  const reason = `unknown: these criteria go on past iteration ${iteration}, where ${end}`;
  return { kind: 'unknown', iteration, verdict: null, reason };
}
