import { z } from 'zod';

/** Minutes after which a run ends. At most 24 days, the longest timer. */
export const runMinutes = z.number().positive().max(34_560);

/** A machine's limit in milliseconds; null for none. */
export function runLimitMs({ timeout_minutes }: { readonly timeout_minutes: number | null }): number | null {
  return timeout_minutes === null ? null : timeout_minutes * 60_000;
}
