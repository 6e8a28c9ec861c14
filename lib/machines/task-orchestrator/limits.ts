import type { z } from 'zod';
import type { TaskContext } from './context.ts';
import type { taskChanges } from './events.ts';

/** The settings after a person has changed limits, or null for a change of nothing. */
export function changed({ settings }: TaskContext, changes: z.output<typeof taskChanges>): Partial<TaskContext> | null {
  const { mode, ...limits } = changes;
  if (Object.keys(changes).length === 0) return null;
  return {
    settings: {
      ...settings,
      mode: mode ?? settings.mode,
      limits: {
        ...settings.limits,
        ...Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)),
      },
    },
  };
}
