import type { z } from 'zod';
import type { SessionContext } from './context.ts';
import type { sessionChanges } from './events.ts';

/** The settings after a person has changed limits, or null for a change of nothing. */
export function changed(
  { settings }: SessionContext,
  { mode, retries = {}, timeout_minutes }: z.output<typeof sessionChanges>,
): Partial<SessionContext> | null {
  const given = Object.fromEntries(Object.entries(retries).filter(([, most]) => most !== undefined));
  if (mode === undefined && timeout_minutes === undefined && Object.keys(given).length === 0) return null;
  return {
    settings: {
      ...settings,
      mode: mode ?? settings.mode,
      limits: {
        ...settings.limits,
        ...(timeout_minutes !== undefined && { timeout_minutes }),
        retries: { ...settings.limits.retries, ...given },
      },
    },
  };
}
