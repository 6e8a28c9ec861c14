import type { applyPatch as contract } from '#lib/activities/patch.ts';
import { counted } from '#lib/format/count.ts';
import { protectedGroups } from '#lib/policy/protected.ts';
import { commitPatch } from '#server/workspace/commit-patch.ts';
import { patchFile } from '#server/workspace/diff-between.ts';
import { createGit } from '#server/workspace/git.ts';
import { unsettled } from '#server/workspace/marks.ts';
import { clearProvisional, isProvisional, takeProvisionalBack } from '#server/workspace/provisional.ts';
import { type ActivityContext, ActivityFailure } from '../context.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { keepIteration } from './keep-bundles.ts';
import { readProposal } from './proposal.ts';
import { configOf } from './run-facts.ts';
import { type OpenedTree, treeAt } from './workspace.ts';

export const applyPatch: Perform<typeof contract> = async ({ iteration, proposalId, onto, merge }, context) => {
  const tree = await treeAt(context, onto);
  try {
    return await applied(context, tree, { iteration, proposalId, merge });
  } finally {
    await whenAskedFor(context, tree);
  }
};

type Input = Parameters<Perform<typeof contract>>[0];

async function applied(
  context: ActivityContext,
  { git, workspace }: OpenedTree,
  { iteration, proposalId, merge }: Omit<Input, 'onto'>,
): ReturnType<Perform<typeof contract>> {
  const [config, proposal] = await Promise.all([configOf(context), readProposal(context, proposalId)]);
  const patch = await context.host.artifacts.get(proposal.diff);
  const written = await commitPatch(git, workspace, {
    patch,
    merge,
    globs: protectedGroups(config.policy).flatMap((group) => group.patterns),
    iteration,
    writesAfter: context.mayChangeTree,
    message: `Iteration ${iteration}: ${proposal.summary}`,
  });
  if (!written.ok) return { ok: false, conflicts: 1, reason: oneSentence(written.reason) };
  const { restored, committed } = written;
  for (const file of restored) context.log.say(`${file.change}, because it is protected: ${file.path}`);
  if (committed.ok) {
    const { commit } = committed;
    context.meanwhile(() => keepIteration(context, { git, workspace }, iteration));
    // It is asked for once the tests have run; whoever asks then hears of a failure.
    context.meanwhile(async () => void (await patchFile(git, workspace, workspace.baseCommit, commit)));
    return { ok: true, commit, restored: restored.length, reason: oneSentence(written.note) };
  }
  if (committed.code !== 'NOTHING_CHANGED') throw new ActivityFailure('UNHANDLED_EXCEPTION', committed.reason);
  const { length } = restored;
  const reason =
    length === 0
      ? 'the patch changes nothing'
      : `nothing is left of the patch once ${counted(length, 'protected file')} ${length === 1 ? 'is' : 'are'} put back`;
  return { ok: false, conflicts: 0, reason: oneSentence(reason) };
}

/** A patch that was written before the step that asks for it stays with that, or goes again. */
async function whenAskedFor({ confirmed }: ActivityContext, { workspace }: OpenedTree): Promise<void> {
  try {
    await confirmed;
  } catch (error) {
    // Not by the activity's own git, which is stopped.
    if (isProvisional(workspace)) await takeProvisionalBack(createGit(), workspace);
    throw error;
  }
  // One that was cut off half-way is taken back by whoever opens the tree next.
  if (!unsettled.isSet(workspace)) clearProvisional(workspace);
}
