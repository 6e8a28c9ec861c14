import { percent } from '#lib/format/percent.ts';
import type { RunDetail } from './run-types.ts';
import type { RunLimits } from './steer-types.ts';

/** What a change of limits will do to a run, in words; `changed` is false while there is nothing, or nothing valid, to send. */
export function limitsEffect(run: RunDetail, before: RunLimits, after: RunLimits): { changed: boolean; words: string } {
  if (!Number.isInteger(after.maxIterations) || after.maxIterations < 1)
    return invalid('Give a whole number of iterations.');
  if (after.timeoutMinutes !== null && !(after.timeoutMinutes > 0)) return invalid('Give a time above 0, or none.');
  if (Object.values(after.criteria).some((value) => !Number.isFinite(value)))
    return invalid('Give a number for each criterion.');
  if (!(after.targetPassRate > 0 && after.targetPassRate <= 1))
    return invalid('Give a target above 0 and up to 100 %.');
  const effects = [
    after.maxIterations !== before.maxIterations && iterations(run.iteration, after.maxIterations),
    after.targetPassRate !== before.targetPassRate && target(run.passRate, after.targetPassRate),
    after.mode !== before.mode && `It goes on in mode ${after.mode}.`,
    after.timeoutMinutes !== before.timeoutMinutes && time(after.timeoutMinutes),
    ...criteria(before.criteria, after.criteria),
  ].filter((effect) => effect !== false);
  if (effects.length === 0) return invalid('Nothing is changed yet.');
  return { changed: true, words: effects.join(' ') };
}

function invalid(words: string) {
  return { changed: false, words };
}

function iterations(done: number, most: number): string {
  if (most <= done) return `The run is in iteration ${done}: it will end at its next convergence check.`;
  return `Up to ${most - done} more after iteration ${done}.`;
}

function time(minutes: number | null): string {
  return minutes === null ? 'It has no time limit any more.' : `All of it may take ${minutes} minutes.`;
}

function criteria(before: RunLimits['criteria'], after: RunLimits['criteria']): string[] {
  return Object.entries(after)
    .filter(([name, value]) => value !== before[name])
    .map(([name, value]) => `${name} becomes ${value} instead of ${before[name]}.`);
}

function target(rate: number | null, wanted: number): string {
  if (rate !== null && rate >= wanted) return `The current ${percent(rate)} already meets ${percent(wanted)}.`;
  return `It stops at ${percent(wanted)}${rate === null ? '' : `, now at ${percent(rate)}`}.`;
}
