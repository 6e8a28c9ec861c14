import type { setupRepository as contract } from '#lib/activities/repository.ts';
import { createGit } from '#server/workspace/git.ts';
import { inspectRepository } from '#server/workspace/inspect-repository.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { keepBase } from './keep-bundles.ts';
import { inputOf } from './run-facts.ts';
import { openTree } from './workspace.ts';

export const setupRepository: Perform<typeof contract> = async ({ ref, baseCommit }, context) => {
  const { repository } = await inputOf(context);
  const folder = repository.subdirectory ? `${repository.path}/${repository.subdirectory}` : repository.path;
  const facts = await inspectRepository(createGit({ signal: context.signal }), folder, baseCommit ?? ref);
  if (!facts.ok && facts.code === 'BARE_REPOSITORY' && baseCommit !== null) {
    // The snapshot of a folder that is not under git: a repository of ours, without a tree to be dirty.
    await keepBase(context, await openTree(context, baseCommit));
    return { ok: true, baseCommit };
  }
  if (!facts.ok) return { ok: false, reason: oneSentence(facts.reason) };
  const tree = await openTree(context, facts.baseCommit);
  await keepBase(context, tree);
  const { workspace } = tree;
  context.log.say(`worktree of ${facts.baseCommit} in ${workspace.subdirectory || 'its own folder'}`);
  for (const file of facts.dirty.slice(0, 20)) context.log.say(`not committed, so not part of this run: ${file.path}`);
  return { ok: true, baseCommit: facts.baseCommit };
};
