import { z } from 'zod';
import { planOutline } from '#lib/activities/task.ts';
import type { TaskContext } from '#lib/machines/task-orchestrator/context.ts';
import { deedsInWords, nextDeed, stepInWords } from '#lib/machines/task-orchestrator/words.ts';
import type { ToolRisk } from './tools.ts';

/** What a task waits for a person to say. */
export type TaskAsking =
  | { readonly kind: 'question'; readonly questions: readonly string[] }
  | {
      readonly kind: 'confirmation';
      /** The plan that a yes is bound to, as an artifact. */
      readonly planId: string;
      /** What is about to be done, as a clause: `step 2 of 3 "Make room" writes files`. */
      readonly what: string;
      readonly risk: ToolRisk;
      /** A no would be the second: the task is given up then. */
      readonly lastNo: boolean;
    };

/** The part of a task's memory that says what it waits for. */
const waiting = z.object({
  questions: z.array(z.string()),
  plan: planOutline.nullable(),
  at: z.object({ step: z.number(), call: z.number() }),
  refusals: z.number(),
});

/** What a task asks in this state; null where it asks nothing. */
export function askingOf(state: string, context: unknown): TaskAsking | null {
  const known = waiting.safeParse(context);
  if (!known.success) return null;
  const { questions, plan, refusals } = known.data;
  if (state === 'CLARIFYING.OPEN') return { kind: 'question', questions };
  const task = context as TaskContext;
  const deed = nextDeed(task);
  if (state !== 'AWAITING_CONFIRMATION.OPEN' || plan === null || deed === null) return null;
  return {
    kind: 'confirmation',
    planId: plan.planId,
    what: `${stepInWords(task)} ${deedsInWords(task)}`,
    risk: deed.risk,
    lastNo: refusals > 0,
  };
}
