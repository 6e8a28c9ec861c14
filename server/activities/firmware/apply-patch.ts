import type { applyPatch as contract } from '#lib/activities/patch.ts';
import { counted } from '#lib/format/count.ts';
import { protectedGroups } from '#lib/policy/protected.ts';
import { applyPatch as applyToTree } from '#server/workspace/apply-patch.ts';
import { commitIteration } from '#server/workspace/commit-iteration.ts';
import { restoreProtected } from '#server/workspace/restore-protected.ts';
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
  await context.confirmed;
  const applied = await applyToTree(git, workspace, patch, { merge });
  if (!applied.ok) return { ok: false, conflicts: 1, reason: oneSentence(applied.reason) };

  const globs = protectedGroups(config.policy).flatMap((group) => group.patterns);
  const restored = await restoreProtected(git, workspace, globs, applied.differences);
  if (!restored.ok) throw new ActivityFailure('UNHANDLED_EXCEPTION', restored.reason);
  for (const file of restored.files) context.log.say(`${file.change}, because it is protected: ${file.path}`);

  const committed = await commitIteration(git, workspace, iteration, `Iteration ${iteration}: ${proposal.summary}`);
  if (committed.ok) {
    await keepIteration(context, { git, workspace }, iteration, committed);
    return { ok: true, commit: committed.commit, restored: restored.files.length, reason: oneSentence(applied.note) };
  }
  if (committed.code !== 'NOTHING_CHANGED') throw new ActivityFailure('UNHANDLED_EXCEPTION', committed.reason);
  const { length } = restored.files;
  const reason =
    length === 0
      ? 'the patch changes nothing'
      : `nothing is left of the patch once ${counted(length, 'protected file')} ${length === 1 ? 'is' : 'are'} put back`;
  return { ok: false, conflicts: 0, reason: oneSentence(reason) };
};
