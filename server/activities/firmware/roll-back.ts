import type { rollBack as contract } from '#lib/activities/repository.ts';
import { rollBackTo } from '#server/workspace/roll-back.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { openTree } from './workspace.ts';

export const rollBack: Perform<typeof contract> = async ({ to, why }, context) => {
  const { git, workspace } = await openTree(context);
  context.log.say(`back to ${to}: ${why}`);
  const back = await rollBackTo(git, workspace, to, { clean: 'untracked' });
  return back.ok
    ? { ok: true, reason: `the worktree is at ${to.slice(0, 12)}` }
    : { ok: false, reason: oneSentence(back.reason) };
};
