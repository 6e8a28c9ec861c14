import type { Change, FirmwareLoopContext } from './context.ts';
import type { LimitChanges } from './events.ts';

/** The settings after a person has changed limits, or null for a change that makes no sense now. */
export function limitsChange({ settings, iteration }: FirmwareLoopContext, changes: LimitChanges): Change | null {
  const { mode, criteria, plateau, ...limits } = defined(changes);
  if (Object.keys(changes).length === 0) return null;
  if (limits.max_iterations !== undefined && limits.max_iterations < Math.max(1, iteration)) return null;
  return {
    settings: {
      ...settings,
      mode: mode ?? settings.mode,
      criteria: criteria ?? settings.criteria,
      plateau: plateau ?? settings.plateau,
      limits: { ...settings.limits, ...limits },
    },
  };
}

/** An absent change and one that says undefined are the same. */
function defined(changes: LimitChanges): { [Key in keyof LimitChanges]: Exclude<LimitChanges[Key], undefined> } {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
