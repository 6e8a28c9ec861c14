import { counted } from '#lib/format/count.ts';
import type { BoardHealth } from '../board.ts';
import type { CheckPlan } from './plan.ts';

/** A change of a board's health, with the reason; null leaves it as it is. */
export type HealthChange = { readonly to: BoardHealth; readonly reason: string } | null;

/** What a check makes of a board. One failed check is a doubt, a second one settles it; a bad board stays bad until a person says good. */
const afterChecks = {
  good: { passed: null, failed: 'suspect' },
  unknown: { passed: 'good', failed: 'suspect' },
  suspect: { passed: 'good', failed: 'bad' },
  bad: { passed: null, failed: null },
  maintenance: { passed: null, failed: null },
  retired: { passed: null, failed: null },
} as const satisfies Record<BoardHealth, Record<'passed' | 'failed', BoardHealth | null>>;

export function afterCheck(health: BoardHealth, { ok, reason }: { ok: boolean; reason: string }): HealthChange {
  const to = afterChecks[health][ok ? 'passed' : 'failed'];
  return to === null ? null : { to, reason: `check ${ok ? 'passed' : 'failed'}: ${reason}` };
}

/** So many failures in a row that were not the firmware's make a usable board suspect; a check then decides. */
export function afterFailures(
  health: BoardHealth,
  { inARow, latest }: { inARow: number; latest: string },
  { failuresUntilSuspect }: Pick<CheckPlan, 'failuresUntilSuspect'>,
): HealthChange {
  if ((health !== 'good' && health !== 'unknown') || inARow < failuresUntilSuspect) return null;
  const failures = counted(inARow, 'infrastructure failure');
  return { to: 'suspect', reason: `${failures} in a row (limit ${failuresUntilSuspect}), the last one: ${latest}` };
}

/** Whether a board has to be checked before somebody works with it. Times are epoch milliseconds. */
export function isDue(
  { everyMinutes }: Pick<CheckPlan, 'everyMinutes'>,
  lastCheck: number | null,
  now: number,
): boolean {
  if (lastCheck === null) return true;
  return everyMinutes !== null && now - lastCheck >= everyMinutes * 60_000;
}
