import type { z } from 'zod';
import type { WorkflowContext } from './context.ts';
import type { workflowChanges } from './events.ts';

/** The settings after a person has changed limits, or null for a change of nothing. */
export function changed(
  { settings }: WorkflowContext,
  { mode, timeout_minutes, behaviors_per_step }: z.output<typeof workflowChanges>,
): Partial<WorkflowContext> | null {
  if (mode === undefined && timeout_minutes === undefined && behaviors_per_step === undefined) return null;
  const { limits } = settings;
  return {
    settings: {
      mode: mode ?? settings.mode,
      limits: {
        ...limits,
        timeout_minutes: timeout_minutes ?? limits.timeout_minutes,
        behaviors_per_step: behaviors_per_step ?? limits.behaviors_per_step,
      },
    },
  };
}
