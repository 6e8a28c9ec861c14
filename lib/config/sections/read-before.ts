import { z } from 'zod';

const agent = z.looseObject({ use: z.string() });

/**
 * An agent of a project file that was read and checked before, as the input of a run keeps it: its durations are milliseconds
 * by now, and reading it once more would take them for seconds.
 */
export function readBefore<Agent extends { readonly use: string }>(): z.ZodType<Agent, Agent> {
  return z.custom<Agent>((value) => agent.safeParse(value).success, 'must be an agent of a project file');
}
