import type { keepCheckpoint as contract } from '#lib/activities/prd.ts';
import { readRef } from '#server/workspace/refs.ts';
import { workspaceGit } from '#server/workspace/workspace-git.ts';
import { ActivityFailure } from '../context.ts';
import type { Perform } from '../perform.ts';
import { prdTreeAt } from './facts.ts';

/** Names a commit after the minute of UTC in which it was found right; a second one of that minute gets a number. */
export const keepCheckpoint: Perform<typeof contract> = async ({ tree }, context) => {
  const { git, workspace } = await prdTreeAt(context, tree);
  const commit = tree ?? workspace.baseCommit;
  const minute = new Date().toISOString().replace(/\D/g, '').slice(0, 12);
  for (let number = 1; ; number += 1) {
    const checkpoint = number === 1 ? `chk-${minute}` : `chk-${minute}-${number}`;
    const ref = `refs/firmloop/${context.runId}/${checkpoint}`;
    const there = readRef(workspace, ref);
    if (there !== null && there !== commit) continue;
    const kept = await workspaceGit(git, workspace)(['update-ref', ref, commit]);
    if (!kept.ok) throw new ActivityFailure('E_IO', `git could not keep ${checkpoint}: ${kept.trouble}`);
    return { checkpoint, commit, evidence: [{ kind: 'commit', id: commit, label: checkpoint }] };
  }
};
