import type { applyPatch as contract } from '#lib/activities/patch.ts';
import { counted } from '#lib/format/count.ts';
import { protectedGroups } from '#lib/policy/protected.ts';
import { commitPatch } from '#server/workspace/commit-patch.ts';
import { ActivityFailure } from '../context.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { keepIteration } from './keep-bundles.ts';
import { readProposal } from './proposal.ts';
import { configOf } from './run-facts.ts';
import { treeAt } from './workspace.ts';

export const applyPatch: Perform<typeof contract> = async ({ iteration, proposalId, onto, merge }, context) => {
  const [config, proposal] = await Promise.all([configOf(context), readProposal(context, proposalId)]);
  const { git, workspace } = await treeAt(context, onto);
  const patch = await context.host.artifacts.get(proposal.diff);
  const applied = await commitPatch(git, workspace, {
    patch,
    merge,
    globs: protectedGroups(config.policy).flatMap((group) => group.patterns),
    iteration,
    writesAfter: context.mayChangeTree,
    message: `Iteration ${iteration}: ${proposal.summary}`,
  });
  if (!applied.ok) return { ok: false, conflicts: 1, reason: oneSentence(applied.reason) };
  const { restored, committed } = applied;
  for (const file of restored) context.log.say(`${file.change}, because it is protected: ${file.path}`);
  if (committed.ok) {
    const { commit } = committed;
    context.meanwhile(() => keepIteration(context, { git, workspace }, iteration));
    return { ok: true, commit, restored: restored.length, reason: oneSentence(applied.note) };
  }
  if (committed.code !== 'NOTHING_CHANGED') throw new ActivityFailure('UNHANDLED_EXCEPTION', committed.reason);
  const { length } = restored;
  const reason =
    length === 0
      ? 'the patch changes nothing'
      : `nothing is left of the patch once ${counted(length, 'protected file')} ${length === 1 ? 'is' : 'are'} put back`;
  return { ok: false, conflicts: 0, reason: oneSentence(reason) };
};
