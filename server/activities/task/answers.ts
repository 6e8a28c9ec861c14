import { z } from 'zod';
import { recordsOf } from '#server/store/finalise-rows.ts';
import type { ActivityContext } from '../context.ts';

const clarification = z.object({ questions: z.array(z.string()).default([]), answer: z.string().default('') });

/** The rounds of questions of a task with what was answered. */
export async function answersOf({ host, runId }: ActivityContext): Promise<z.output<typeof clarification>[]> {
  const rows = await recordsOf(host.pool, runId, 'clarification');
  return rows.flatMap((row) => clarification.safeParse(row).data ?? []).filter(({ answer }) => answer !== '');
}
