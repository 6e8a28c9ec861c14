import type { LimitChanges } from '#lib/machines/firmware-loop/events.ts';
import type { FirmwareLoopInput } from '#lib/machines/firmware-loop/input.ts';

/** What a fork changes of the run that it comes from: where the second launch differs from the first. */
export function limitChangesBetween(before: FirmwareLoopInput, after: FirmwareLoopInput): LimitChanges {
  const [was, is] = [changeable(before), changeable(after)];
  return Object.fromEntries(
    Object.entries(is).filter(([key, value]) => JSON.stringify(was[key as keyof typeof was]) !== JSON.stringify(value)),
  );
}

/** What can be changed while a run goes on. */
function changeable({ mode, criteria, plateau, limits }: FirmwareLoopInput) {
  const { max_iterations, timeout_minutes, retry_limit, recoveries_per_iteration, risk_budget, budgets } = limits;
  return {
    mode,
    criteria,
    plateau,
    max_iterations,
    timeout_minutes: timeout_minutes ?? undefined,
    retry_limit,
    recoveries_per_iteration,
    risk_budget,
    budgets,
  } satisfies LimitChanges;
}
