import { z } from 'zod';
import type { performAction as contract } from '#lib/activities/workflow.ts';
import { remember } from '#lib/remember.ts';
import { type Action, action, mostActions } from '#lib/workflow/action.ts';
import { artifactAs } from '#server/artifacts/artifact-as.ts';
import { type ActivityContext, ActivityFailure } from '../context.ts';
import type { Perform } from '../perform.ts';
import { addCell } from './add-cell.ts';
import { execCell } from './exec-cell.ts';

/** Performs one action of a behavior's queue. An action that fails is an answer; what it printed is kept all the same. */
export const performAction: Perform<typeof contract> = async ({ queue, at, round, epoch }, context) => {
  const actions = await queueAt(context, queue);
  const wanted = actions[at];
  if (wanted === undefined)
    throw new ActivityFailure('ACTION_FAILED', `the queue has no action ${at + 1}`, { final: true });
  const place = { round, epoch };
  const done = wanted.action === 'add' ? await addCell(context, wanted, place) : await execCell(context, wanted, place);
  return { n: at + 1, of: actions.length, kind: wanted.action, ...done };
};

async function queueAt({ host }: ActivityContext, hash: string): Promise<readonly Action[]> {
  return await queues(hash, () => artifactAs(host.artifacts, hash, z.array(action).max(mostActions)));
}

const queues = remember<readonly Action[]>(50);
