import type { Counts } from '#lib/activities/shapes.ts';
import { counted } from '#lib/format/count.ts';
import { percent } from '#lib/format/percent.ts';
import type { FirmwareLoopContext } from './context.ts';
import { totalOf } from './iteration.ts';

/** The counts of nothing. */
export const noResults: Counts = { passed: 0, failed: 0, errors: 0, skipped: 0 };

/** `32 of 34 pass (94.1 %)`, with what else happened. */
export function results(counts: Counts): string {
  const { passed, errors, skipped } = counts;
  const total = totalOf(counts);
  const rest = [errors > 0 ? counted(errors, 'error') : '', skipped > 0 ? `${skipped} skipped` : ''].filter(Boolean);
  return `${passed} of ${total} pass (${percent(passed / Math.max(total, 1))})${rest.length === 0 ? '' : `, ${rest.join(', ')}`}`;
}

/** The best tree in a half sentence. */
export function bestSoFar({ best }: FirmwareLoopContext): string {
  if (best === null) return 'nothing was measured';
  const where = best.iteration === 0 ? 'the base' : `iteration ${best.iteration}`;
  return `the best is ${where} with ${best.passed} of ${best.total}`;
}

/** Minutes that the environment is left alone after repeated failures; the scored criteria name their own. */
export function coolDownMinutes({ settings }: FirmwareLoopContext): number {
  const { criteria, limits } = settings;
  return criteria.model === 'scored' ? criteria.circuit_breaker_timeout : limits.circuit_breaker_timeout;
}

/** Missing programs with how to get each. */
export function missing(programs: readonly { readonly program: string; readonly howToGet: string }[]): string {
  return programs.map(({ program, howToGet }) => `${program} is missing (${howToGet})`).join('; ');
}
