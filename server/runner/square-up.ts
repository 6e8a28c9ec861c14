import { sweepMarker } from '#server/process/process-group.ts';
import { heldActivity } from '#server/store/claim-activity.ts';
import { activitiesOfRunner, type FoundActivity } from '#server/store/lost-activities.ts';
import { eachInTurn } from './each-in-turn.ts';
import { handOn } from './take-over.ts';
import type { Work } from './work.ts';
import { putAside, workOff } from './work-off.ts';

/**
 * Compares what the database says this runner works on with what it has in hand. They differ when an answer of the
 * database was lost on the way: the row says that the runner took an activity, and the runner does not know.
 */
export async function squareUp(work: Work): Promise<void> {
  const found = await activitiesOfRunner(work.engine.pool, work.runnerId);
  await eachInTurn(found, async (activity) => {
    if (work.inHand.holds(activity.id)) {
      if (activity.status === 'cancelling') work.inHand.stop(activity.id, 'cancelled');
      return;
    }
    if (activity.status === 'cancelling') return await endUnheld(work, activity);
    if (!work.inHand.knows(activity.id)) return work.takesMore() ? await adopt(work, activity) : undefined;
    // It was done, and its report failed for a reason that repeating does not mend.
    await handOn(work.engine, activity);
  });
}

/** To be stopped, and nobody works on it: it only has to be said. */
async function endUnheld(work: Work, activity: FoundActivity): Promise<void> {
  work.inHand.take(activity.id)?.release();
  await sweepMarker(activity.id);
  await putAside(work, activity, { ok: false, code: 'CANCELLED', message: '', details: null, final: true });
}

/** Taken in the database only: it was never begun, so it can be begun now. */
async function adopt(work: Work, { id }: FoundActivity): Promise<void> {
  const held = await heldActivity(work.engine.pool, id);
  if (held !== null) void workOff(work, held);
}
