import { z } from 'zod';

const settingsSchema = z.object({
  mode: z.string().default(''),
  limits: z.object({ max_iterations: z.number(), timeout_minutes: z.number().nullable().default(null) }),
  criteria: z.looseObject({ target_pass_rate: z.number().default(1) }).prefault({}),
});

/** What may be changed while a run goes: its limits, and every number of its criteria. */
export function limitsView(settings: unknown) {
  const { mode, limits, criteria } = settingsSchema.parse(settings);
  const { target_pass_rate, ...others } = criteria;
  const numbers = Object.entries(others).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
  return {
    maxIterations: limits.max_iterations,
    targetPassRate: target_pass_rate,
    mode,
    timeoutMinutes: limits.timeout_minutes,
    criteria: Object.fromEntries(numbers),
  };
}
