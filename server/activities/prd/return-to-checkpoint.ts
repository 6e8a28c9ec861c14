import type { returnToCheckpoint as contract } from '#lib/activities/prd.ts';
import { counted } from '#lib/format/count.ts';
import { rollBackTo } from '#server/workspace/roll-back.ts';
import { workspaceGit, zeroSeparated } from '#server/workspace/workspace-git.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { forgetContext, handEdits } from './context-file.ts';
import { openPrdTree } from './facts.ts';

/** The tree byte for byte as the checkpoint has it: what was built or left beside it goes too. */
export const returnToCheckpoint: Perform<typeof contract> = async ({ tree }, context) => {
  const { git, workspace } = await openPrdTree(context);
  const commit = tree ?? workspace.baseCommit;
  const differing = await workspaceGit(git, workspace)(['diff', '--name-only', '-z', '--no-renames', commit]);
  const edits = (await handEdits(workspace)).map((edit) => `; by hand in active_context.md, not obeyed: ${edit}`);
  await forgetContext(workspace);
  const back = await rollBackTo(git, workspace, commit, { clean: 'everything' });
  const files = zeroSeparated(differing.stdout).length;
  return back.ok
    ? {
        ok: true,
        files,
        reason: oneSentence(`${counted(files, 'file')} changed back to ${commit.slice(0, 12)}${edits.join('')}`),
      }
    : { ok: false, files: 0, reason: oneSentence(back.reason) };
};
