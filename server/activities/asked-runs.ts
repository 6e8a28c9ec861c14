import { storedRun } from '#server/store/stored-run.ts';
import type { AskedRun } from './ask-in-turn.ts';
import { type ActivityContext, ActivityFailure } from './context.ts';
import { askedSession } from './prd/facts.ts';
import { askedTask } from './task/facts.ts';
import { askedWorkflow } from './workflow/facts.ts';

/** How a run is asked, by its machine: for work that several machines share. */
const askedBy: Readonly<Record<string, (context: ActivityContext) => Promise<AskedRun>>> = {
  'task-orchestrator': askedTask,
  'prd-agent': askedSession,
  'staged-workflow': askedWorkflow,
};

/** The run of an activity as its agents are asked, whichever machine it is run by. */
export async function askedRunOf(context: ActivityContext): Promise<AskedRun> {
  const { machine } = await storedRun(context.host.pool, context.runId);
  const asked = askedBy[machine];
  if (asked === undefined)
    throw new ActivityFailure('UNHANDLED_EXCEPTION', `a run of ${machine} has no agents to ask`, { final: true });
  return await asked(context);
}
