import type { z } from 'zod';
import type { PrdContext } from './context.ts';
import type { prdChanges } from './events.ts';

/** The settings after a person has changed limits, or null for a change of nothing. */
export function changed({ settings }: PrdContext, changes: z.output<typeof prdChanges>): Partial<PrdContext> | null {
  if (Object.keys(changes).length === 0) return null;
  const { mode = settings.mode, timeout_minutes = settings.limits.timeout_minutes } = changes;
  return { settings: { mode, limits: { ...settings.limits, timeout_minutes } } };
}
