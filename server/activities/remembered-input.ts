import type { z } from 'zod';
import { remember } from '#lib/remember.ts';
import { runInput } from '#server/store/run-input.ts';
import type { ActivityContext } from './context.ts';

/** So many runs share a runner at the most; the input of another is read again. */
export const mostRuns = 200;

/** Gives what a run was launched with, in the shape of its machine. It never changes, so it is read once. */
export function rememberedInput<Input>(
  schema: z.ZodType<Input>,
): (of: Pick<ActivityContext, 'host' | 'runId'>) => Promise<Input> {
  const inputs = remember<Input>(mostRuns);
  return ({ host, runId }) => inputs(runId, async () => schema.parse(await runInput(host.pool, runId)));
}
