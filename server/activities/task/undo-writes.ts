import type { undoWrites as contract } from '#lib/activities/task.ts';
import { counted } from '#lib/format/count.ts';
import { restoreSnapshot, snapshotsOf } from '#server/workspace/snapshots.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { openTaskTree } from './facts.ts';

/** Puts the tree back to what it was before a step of the plan and all after it, or before the whole run, changed it. */
export const undoWrites: Perform<typeof contract> = async ({ since, planIds, step }, context) => {
  const { workspace } = await openTaskTree(context);
  const taken = await snapshotsOf(workspace);
  const to = taken.find(({ before }) => since === 'run' || (planIds.includes(before.planId) && before.step >= step));
  if (to === undefined) return { ok: true, files: 0, reason: 'nothing was written that could be undone' };
  const restored = await restoreSnapshot(workspace, to);
  return restored.ok
    ? { ok: true, files: restored.paths.length, reason: asTheyWere(restored.paths.length) }
    : { ok: false, files: 0, reason: oneSentence(restored.reason) };
};

function asTheyWere(files: number): string {
  return `${counted(files, 'file')} ${files === 1 ? 'is as it was' : 'are as they were'}`;
}
